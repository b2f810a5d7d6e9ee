// Whether a job has gone quiet: how long nothing came, against how often something came before.
import { at } from '#lib/at.ts';
import { formatDuration } from '#lib/format.ts';
import { quantile } from '#lib/quantile.ts';
import type { FineTuneFacts } from './fine-tune-facts.ts';
import { readTimeMs } from '#lib/read-time.ts';

/** A pause between two signs of life. */
export interface Pause {
  /** The last sign before it, in Unix milliseconds. */
  readonly sinceMs: number;
  readonly lengthMs: number;
  /** The middle one of the pauses before it. */
  readonly usualMs: number;
  /** When it became too long. */
  readonly firedMs: number;
  /** Whether something came after it. */
  readonly isOver: boolean;
}

/** When a pause counts as a stall. */
export interface PauseLimits {
  /** Times the usual pause. */
  readonly factor: number;
  /** Shorter pauses never count, in milliseconds. */
  readonly leastMs: number;
}

/** Signs of life that a median needs before it means anything. */
const leastSigns = 4;

/**
 * Pauses of the training that were too long, each judged by what was known when it began.
 * @param untilMs the time of the newest answer while the job goes on; null when it is over
 */
export function findPauses(
  facts: Pick<FineTuneFacts, 'curves' | 'events'>,
  limits: PauseLimits,
  untilMs: number | null,
): readonly Pause[] {
  const { signs, isOver } = signsOfLife(facts);
  const gaps: number[] = [];
  const found: Pause[] = [];
  const marks = untilMs === null || isOver ? signs : [...signs, untilMs];
  for (const [index, endMs] of marks.slice(1).entries()) {
    const sinceMs = at(signs, index);
    const lengthMs = endMs - sinceMs;
    if (gaps.length >= leastSigns) {
      const usualMs = quantile(Float64Array.from(gaps), 0.5) ?? 0;
      const limitMs = Math.max(limits.leastMs, limits.factor * usualMs);
      if (lengthMs > limitMs)
        found.push({
          sinceMs,
          lengthMs,
          usualMs,
          firedMs: sinceMs + limitMs,
          isOver: index < signs.length - 1,
        });
    }
    gaps.push(lengthMs);
    // A long history makes a steady median: the newest pauses are enough, and keep this linear.
    if (gaps.length > 64) gaps.shift();
  }
  return found;
}

/** A pause as a sentence. */
export function describePause({ lengthMs, usualMs, isOver }: Pause): string {
  const times =
    usualMs > 0 ? `, ${Math.round(lengthMs / usualMs)} times the usual ${formatDuration(usualMs)}` : '';
  return `Nothing came for ${formatDuration(lengthMs)}${times}${isOver ? '; then it went on' : ''}.`;
}

/**
 * Times at which something was heard during the training, rising, and whether the training is over. Waiting before it
 * is no stall, and neither is packing and uploading after it, of which each step takes minutes.
 */
function signsOfLife({ curves, events }: Pick<FineTuneFacts, 'curves' | 'events'>) {
  const times = new Set<number>();
  for (const segments of curves.curves.values())
    for (const { timesMs } of segments)
      for (const time of timesMs) if (Number.isFinite(time)) times.add(time);
  let phase: 'before' | 'training' | 'after' = 'before';
  for (const { type, created_at } of events) {
    const kind = type?.toLowerCase();
    if (kind === 'training_start') phase = 'training';
    const time = readTimeMs(created_at);
    if (time !== null && phase === 'training') times.add(time);
    if (kind === 'training_complete') phase = 'after';
  }
  return { signs: [...times].toSorted((one, other) => one - other), isOver: phase === 'after' };
}
