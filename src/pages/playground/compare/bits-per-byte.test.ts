import { expect, test } from 'vitest';
import { endedRun } from '#run/testing/ended-run.ts';
import { bitsPerByte } from './bits-per-byte.ts';

function runOf(tokens: readonly (readonly [text: string, bits: number | null])[]) {
  const run = endedRun({ endState: 'complete' });
  for (const [text, bits] of tokens) {
    const token = { id: null, text, logprob: bits === null ? null : -bits * Math.LN2, special: false };
    const piece = { index: 0, text, tokens: [token], finishReason: null };
    run.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, 0);
  }
  return run;
}

test('bits per byte divides the bits of the tokens by the bytes of their text', () => {
  expect(
    bitsPerByte(
      runOf([
        [' é', 3],
        ['ab', 7],
      ]),
    ),
  ).toBeCloseTo(2, 12);
});

test('a token without a logprob adds neither bits nor bytes', () => {
  expect(
    bitsPerByte(
      runOf([
        ['abcd', 2],
        ['efgh', null],
        ['x', -1],
      ]),
    ),
  ).toBeCloseTo(0.5, 12);
  expect(bitsPerByte(runOf([['a', null]]))).toBeNull();
});

test('tokens withheld behind the text add no bits, and parts of a letter do', () => {
  const letter = [
    ['', 3],
    ['é', 1],
  ] as const;
  expect(bitsPerByte(runOf([...letter, ['', 9], ['', 9]]))).toBeCloseTo(2, 12);
});

test('bits per byte are unknown before the end', () => {
  expect(bitsPerByte({ ...runOf([['a', 1]]), state: { phase: 'streaming' } })).toBeNull();
});
