// All choices of a run as JSON Lines, for another program.
import type { Lane } from '#pages/playground/lane.ts';
import { readLane } from './lane-figures.ts';

/**
 * One object a line, by index: `index`, `text`, `finish_reason` (null where none came), `tokens`, `mean_logprob`,
 * `perplexity` and `token_ids` (null where a token came without one). Without the echoed prompt's tokens in the figures.
 */
export function laneLines(lanes: readonly Lane[]): string {
  return lanes
    .toSorted((one, other) => one.index - other.index)
    .map((lane) => {
      const { tokenCount, meanLogprob, perplexity } = readLane(lane, false);
      return JSON.stringify({
        index: lane.index,
        text: lane.text.toString(),
        finish_reason: lane.finishReason,
        tokens: tokenCount,
        mean_logprob: meanLogprob,
        perplexity,
        token_ids: Array.from(lane.ids.view(), (id) => (Number.isNaN(id) ? null : id)),
      });
    })
    .map((line) => `${line}\n`)
    .join('');
}
