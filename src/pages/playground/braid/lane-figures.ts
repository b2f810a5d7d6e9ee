// One answer in figures: how it ended, how long it is, how probable it was.
import type { Lane } from '#pages/playground/lane.ts';

/** Of the answer alone: an echoed prompt does not count. */
export interface LaneFigures {
  /** As the service sent it; else whether it still comes. */
  readonly finish: string;
  readonly tokenCount: number;
  /** Mean of the logprobs that are finite and not above zero; null where there is none. */
  readonly meanLogprob: number | null;
  /** exp of the mean surprise; null where there is none. */
  readonly perplexity: number | null;
}

/** Reads a lane as it is now. */
export function readLane(lane: Lane, isReceiving: boolean): LaneFigures {
  const { sum, count } = lane.surprise;
  return {
    finish: finishOf(lane, isReceiving),
    tokenCount: lane.answerTokenCount,
    meanLogprob: count === 0 ? null : -sum / count,
    perplexity: count === 0 ? null : Math.exp(sum / count),
  };
}

/** The finish reason, or a word for a lane without one. */
export function finishOf({ finishReason }: Lane, isReceiving: boolean): string {
  return finishReason ?? (isReceiving ? 'receiving' : 'not finished');
}

/** How many lanes ended how, the most frequent first. */
export function countFinishes(
  lanes: readonly Lane[],
  isReceiving: boolean,
): readonly (readonly [finish: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const lane of lanes) {
    const finish = finishOf(lane, isReceiving);
    counts.set(finish, (counts.get(finish) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}
