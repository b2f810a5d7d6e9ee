import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyDraft, type Draft } from '#draft/draft.ts';
import { draftLink } from './link.ts';

const draft: Draft = {
  ...emptyDraft,
  model: 'm',
  prompt: 'A fox 🦊 said: "no"\n',
  stop: ['\n\n'],
  numbers: { temperature: '0.7', n: '4' },
  logprobs: true,
  logit_bias: [{ token: '12', bias: '-100' }],
};

function packed(value: unknown): string {
  return '#draft=' + deflateRawSync(JSON.stringify(value)).toString('base64url');
}

test('any draft round-trips through its link', async () => {
  expect(await draftLink.read(await draftLink.write(draft))).toEqual({ ok: true, value: draft });
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (prompt) => {
      expect(await draftLink.read(await draftLink.write({ ...draft, prompt }))).toEqual({
        ok: true,
        value: { ...draft, prompt },
      });
    }),
    { numRuns: 50 },
  );
});

test('a repetitive long prompt makes a short link of URL-safe characters', async () => {
  const link = await draftLink.write({ ...draft, prompt: 'the same words again and again, '.repeat(500) });
  expect(link.length).toBeLessThan(500);
  expect(link).toMatch(/^#draft=[A-Za-z0-9_-]+$/);
});

test.each([
  ['cut off', async () => (await draftLink.write(draft)).slice(0, -9), /damaged/],
  ['not base64', async () => '#draft=%%%', /damaged/],
  ['empty', async () => '#draft=', /damaged/],
  ['of another version', async () => packed({ version: 99, draft }), /another version/],
  ['not a draft', async () => packed({ version: 1, draft: { prompt: 7 } }), /contains no draft/],
  ['null', async () => packed(null), /another version/],
  [
    'one that unfolds to more than four mebibytes',
    async () => packed({ version: 1, draft: 'x'.repeat(5 << 20) }),
    /damaged/,
  ],
])('a link that is %s is refused with a message', async (_, make, sentence) => {
  const reading = await draftLink.read(await make());
  expect(reading).toMatchObject({ ok: false });
  expect(reading.ok ? '' : reading.message).toMatch(sentence);
});

test('extra fields in a link are dropped', async () => {
  const reading = await draftLink.read(
    packed({ version: 1, draft: { ...draft, token: 'secret', baseUrl: 'http://x' } }),
  );
  expect(reading).toEqual({ ok: true, value: draft });
});
