// A scored text as a lane, so that it is painted, hovered and copied like any output.
import { Choice } from '#run/choice.ts';
import type { Score } from '#pages/playground/labs/score/score.ts';

/** Holds the scored tokens alone. @param arrivedMs when the answer came, since its run started */
export function laneOfScore({ tokens }: Score, arrivedMs: number): Choice {
  const lane = new Choice(0);
  for (const { text, id, logprob } of tokens) {
    const token = { id, text, logprob, special: false };
    lane.push({ index: 0, text, tokens: [token], finishReason: null }, arrivedMs);
  }
  return lane;
}
