// Reasons of failed requests, counted.
import { endReason } from '#run/finish-words.ts';
import type { Run } from '#run/run.ts';

export interface FailureReason {
  readonly words: string;
  readonly count: number;
}

/** Messages that name a request would fill the page. */
const maxShown = 3;

/** The most frequent first; what has no room is counted together. */
export function failureReasons(failed: readonly Run[]): readonly FailureReason[] {
  const counts = new Map<string, number>();
  for (const run of failed) {
    const words = reasonOf(run);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const all = [...counts]
    .map(([words, count]) => ({ words, count }))
    .toSorted((one, other) => other.count - one.count);
  if (all.length <= maxShown) return all;
  const rest = all.slice(maxShown - 1).reduce((sum, { count }) => sum + count, 0);
  return [...all.slice(0, maxShown - 1), { words: 'Other reasons.', count: rest }];
}

function reasonOf({ state, recording }: Run): string {
  return state.phase === 'ended' ? endReason(state, recording.choices.size > 0) : '';
}
