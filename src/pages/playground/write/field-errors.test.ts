import { expect, test, vi } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { emptyDraft, readDraft } from '#draft/draft.ts';
import { endedRun } from '#run/testing/ended-run.ts';

vi.stubGlobal('addEventListener', () => undefined);
const { refusedField } = await import('./field-errors.ts');

test('a refusal stays at its field until that changes, also while another field is wrong', () => {
  const error = new ApiError('http', 'too many', { param: 'max_tokens', status: 400 });
  const run = endedRun({ request: { max_tokens: 600 }, endState: 'failed', error });
  const refused = (numbers: Readonly<Record<string, string>>) =>
    refusedField(run, readDraft({ ...emptyDraft, model: 'm', prompt: 'Once', numbers }))?.field;
  expect(refused({ max_tokens: '600' })).toBe('max_tokens');
  expect(refused({ max_tokens: '600', top_p: 'x' })).toBe('max_tokens');
  expect(refused({ max_tokens: '60' })).toBeUndefined();
  expect(refused({ max_tokens: '60', top_p: 'x' })).toBeUndefined();
  expect(refused({ max_tokens: '60', top_p: '7' })).toBeUndefined();
});
