// How surprised a model was by what it wrote, in the unit that is the same for all tokenizers.
import type { Run } from '#pages/playground/run.ts';
import { tokenStart } from '#pages/playground/tokens/locate.ts';

/** Bits per byte of UTF-8 over the answers' tokens that came with a logprob; null until the run has ended, or without any. */
export function bitsPerByte(run: Run): number | null {
  if (run.state.phase !== 'ended') return null;
  const known = ended.get(run);
  if (known !== undefined) return known;
  const encoder = new TextEncoder();
  let nats = 0;
  let bytes = 0;
  for (const lane of run.recording.lanes.values()) {
    for (let token = lane.promptTokenCount; token < lane.tokenCount; token += 1) {
      const logprob = lane.logprobs.at(token);
      if (!Number.isFinite(logprob) || logprob > 0) continue;
      nats -= logprob;
      bytes += encoder.encode(lane.text.slice(tokenStart(lane, token), lane.ends.at(token))).length;
    }
  }
  const bits = bytes === 0 ? null : nats / Math.LN2 / bytes;
  ended.set(run, bits);
  return bits;
}

const ended = new WeakMap<Run, number | null>();
