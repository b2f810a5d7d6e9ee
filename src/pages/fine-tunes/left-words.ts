// The time that is left, as a range that a person reads at once.
import { formatDuration } from '#lib/format.ts';

/** "38 to 52 s", "17 s to 1 min 13 s", "about 4 min 00 s" where both ends read the same; below zero counts as zero. */
export function leftWords(soonestMs: number, latestMs: number): string {
  const [soonest, latest] = [wordsOf(soonestMs), wordsOf(latestMs)];
  if (soonest === latest) return `about ${latest}`;
  if (isSeconds(soonestMs) && isSeconds(latestMs)) return `${soonest.replace(' s', '')} to ${latest}`;
  return `${soonest} to ${latest}`;
}

// Tenths of a second say nothing about what is only estimated.
function wordsOf(ms: number): string {
  return isSeconds(ms) ? `${Math.max(0, Math.round(ms / 1_000))} s` : formatDuration(Math.max(60_000, ms));
}

function isSeconds(ms: number): boolean {
  return ms < 59_500;
}
