// The time that is left in words; where a report is long overdue, that, because then nothing is known of the end.
import { formatDuration } from '#lib/format.ts';
import { leftWords } from '#pages/fine-tunes/left-words.ts';
import type { TimeLeftNow } from './fine-tune-row.ts';

/** `38 to 52 s`, or `a report is 12 min 00 s late`. @param nowMs by this browser's clock */
export function leftText({ soonestMs, latestMs, lateMs, read }: TimeLeftNow, nowMs: number): string {
  if (lateMs > Math.max(60_000, latestMs - read.atMs)) return `a report is ${formatDuration(lateMs)} late`;
  const serviceMs = nowMs + read.aheadMs;
  return leftWords(soonestMs - serviceMs, latestMs - serviceMs);
}
