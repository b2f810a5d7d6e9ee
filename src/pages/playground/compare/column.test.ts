import { expect, test } from 'vitest';
import { draftOfRequest } from '#draft/draft-of-request.ts';
import { type Draft, emptyDraft, readDraft } from '#draft/draft.ts';
import {
  applyColumn,
  baselineValues,
  changedFields,
  columnLimit,
  describeColumn,
  differences,
  fixedColumn,
  isUnequal,
  keptColumn,
  newColumn,
  sentOtherwise,
  withoutStep,
  type Column,
} from './column.ts';

const draft: Draft = {
  ...emptyDraft,
  prompt: 'Once',
  numbers: { temperature: '0.8', max_tokens: '40' },
  stop: ['\n'],
  logprobs: true,
};

function column(changes: Partial<Column['changes']>, model = ''): Column {
  return { ...newColumn(model), changes: { numbers: {}, ...changes } };
}

test('a column that changes nothing sends the draft with its model', () => {
  expect(readDraft(applyColumn(draft, 'm', newColumn('')))).toEqual({
    ok: true,
    request: {
      model: 'm',
      prompt: 'Once',
      temperature: 0.8,
      max_tokens: 40,
      stop: ['\n'],
      logprobs: 1,
      stream: true,
    },
  });
});

test('a column overrides its changed fields, and omits those it does not send', () => {
  const own = column({ numbers: { temperature: '0', max_tokens: '' }, stop: [], logprobs: null }, 'other');
  expect(readDraft(applyColumn(draft, 'm', own))).toEqual({
    ok: true,
    request: { model: 'other', prompt: 'Once', temperature: 0, stream: true },
  });
});

test.each([
  ['one that follows the draft', newColumn('')],
  ['one with another temperature', column({ numbers: { temperature: '0' } })],
  [
    'one with another model that leaves fields out',
    column({ numbers: { max_tokens: '' }, stop: [] }, 'other'),
  ],
])('%s sends the same once the draft is that of another column', (_, own) => {
  const before = { ...draft, model: 'm' };
  const after = {
    ...applyColumn(before, 'm', column({ numbers: { temperature: '1' }, echo: true }, 'n')),
    prompt: 'Once more',
  };
  const kept = keptColumn(own, before, after);
  expect(readDraft({ ...applyColumn(after, after.model, kept), prompt: 'Once' })).toEqual(
    readDraft(applyColumn(before, before.model, own)),
  );
});

test('what a column sets stays set once the draft is the same, and what it does not set follows the draft', () => {
  const before = { ...draft, model: 'm' };
  const own = column({ numbers: { temperature: '1', top_p: '' }, echo: true, logprobs: null }, 'n');
  const after = { ...applyColumn(before, 'm', own), prompt: 'Once more' };
  expect(keptColumn(own, before, after)).toEqual(own);
  expect(keptColumn(newColumn(''), before, before)).toMatchObject({ model: '', changes: { numbers: {} } });
});

test('a fixed column sends its original request, whatever the draft sends', () => {
  const request = {
    model: 'other',
    prompt: 'Once',
    temperature: 0.2,
    stop: ['.'],
    stream: false,
    logit_bias: { 5: -100 },
  };
  const own = fixedColumn(draftOfRequest(request));
  const later = {
    ...draft,
    echo: true,
    stream: true,
    numbers: { ...draft.numbers, top_p: '0.5', seed: '1' },
  };
  expect(readDraft(applyColumn(later, 'm', own))).toEqual({ ok: true, request });
});

test('invalid input of a column is reported at its field', () => {
  const own = column({ numbers: { top_p: 'much' } });
  const reading = readDraft(applyColumn(draft, 'm', own));
  expect(reading).toMatchObject({ ok: false, errors: [{ field: 'top_p' }] });
  expect(changedFields(own)).toEqual(new Set(['top_p']));
});

test('only differences from the first column are shown', () => {
  const other = column({ numbers: { temperature: '0.2', max_tokens: '' }, echo: true });
  expect(differences(draft, applyColumn(draft, 'm', newColumn('')))).toEqual([]);
  expect(differences(draft, applyColumn(draft, 'm', other))).toEqual([
    { field: 'max_tokens', value: 'default' },
    { field: 'temperature', value: '0.2' },
    { field: 'echo', value: 'true' },
  ]);
});

test('the first column names its own values where any other differs, each once and in form order', () => {
  const warm = applyColumn(draft, 'm', column({ numbers: { temperature: '1.5' } }));
  const other = applyColumn(
    draft,
    'm',
    column({ numbers: { temperature: '2', max_tokens: '' }, echo: true }),
  );
  expect(baselineValues(draft, [draft])).toEqual([]);
  expect(baselineValues(draft, [draft, warm, other])).toEqual([
    { field: 'max_tokens', value: '40' },
    { field: 'temperature', value: '0.8' },
    { field: 'echo', value: 'default' },
  ]);
});

test('a column is described against the first one, a lone one against the draft', () => {
  const shared = { ...draft, model: 'm' };
  const cold = { ...shared, numbers: { ...draft.numbers, temperature: '0.1' } };
  const other = { ...shared, model: 'n' };
  const texts = (drafts: readonly Draft[]) =>
    drafts.map((_, index) => describeColumn(shared, drafts, index).text);
  expect(texts([shared])).toEqual(['Current settings']);
  expect(texts([cold])).toEqual(['temperature 0.1']);
  expect(texts([other])).toEqual(['same parameters as Write']);
  expect(texts([cold, cold, other])).toEqual([
    'Baseline · temperature 0.1',
    'same as baseline',
    'temperature 0.8',
  ]);
  expect(texts([shared, other])).toEqual(['Baseline', 'same parameters as baseline']);
  expect(texts([{ ...shared, model: 'n:50' }, shared])).toEqual(['step 50', 'same parameters as baseline']);
});

test('an answer says what it was sent with where the next request differs', () => {
  const sent = { ...draft, model: 'm' };
  expect(sentOtherwise(sent, { ...draft, model: 'm' })).toBe('');
  expect(
    sentOtherwise(sent, {
      ...draft,
      model: 'n',
      prompt: 'Twice',
      numbers: { temperature: '1.5', top_p: '0.5' },
    }),
  ).toBe('answer with m · max_tokens 40 · temperature 0.8 · top_p default · another prompt');
});

test('two models under other parameters are unequal; one model under two, and two under the same, are not', () => {
  const first = { ...draft, model: 'm' };
  const numbers = { ...draft.numbers, temperature: '0.9' };
  expect(isUnequal(first, { ...first, model: 'n', numbers })).toBe(true);
  expect(isUnequal(first, { ...first, model: 'n' })).toBe(false);
  expect(isUnequal(first, { ...first, numbers })).toBe(false);
});

test('undo takes back what a step added or removed, and keeps what came later', () => {
  const one = newColumn('a');
  const two = newColumn('b');
  const three = newColumn('c');
  const later = newColumn('d');
  const changed = { ...one, model: 'other' };
  expect(withoutStep({ before: [one, two, three], after: [one, three] }, [changed, three, later])).toEqual([
    changed,
    two,
    three,
    later,
  ]);
  expect(withoutStep({ before: [three], after: [one, two, three] }, [one, two, three, later])).toEqual([
    three,
    later,
  ]);
  expect(withoutStep({ before: [one, two], after: [three] }, [three])).toEqual([one, two]);
  const full = Array.from({ length: columnLimit }, () => newColumn(''));
  expect(withoutStep({ before: [one], after: [] }, full)).toBeNull();
});
