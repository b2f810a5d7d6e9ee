// Bits per byte of a run's answers.
import type { Run } from '#run/run.ts';
import { tokenStart } from '#run/token.ts';

/**
 * Per UTF-8 byte of answer tokens with a logprob, comparable across tokenizers; null until the end. Tokens behind
 * the text, as of a withheld stop sequence, do not count.
 */
export function bitsPerByte(run: Run): number | null {
  if (run.state.phase !== 'ended') return null;
  const known = endedBits.get(run);
  if (known !== undefined) return known;
  const encoder = new TextEncoder();
  let nats = 0;
  let bytes = 0;
  for (const choice of run.recording.choices.values()) {
    for (let token = choice.promptTokenCount; token < choice.tokenCount; token += 1) {
      const logprob = choice.logprobs.at(token);
      const start = tokenStart(choice, token);
      if (!Number.isFinite(logprob) || logprob > 0 || start === choice.text.length) continue;
      nats -= logprob;
      bytes += encoder.encode(choice.text.slice(start, choice.ends.at(token))).length;
    }
  }
  const bits = bytes === 0 ? null : nats / Math.LN2 / bytes;
  endedBits.set(run, bits);
  return bits;
}

const endedBits = new WeakMap<Run, number | null>();
