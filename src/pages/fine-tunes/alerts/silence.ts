// Stall detection: the current pause compared with earlier ones.
import { at } from '#lib/at.ts';
import { formatDuration } from '#lib/format.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { SortedWindow } from './sorted-window.ts';
import { isSet, type FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { currentStep, totalSteps } from '#pages/fine-tunes/curves/step-times.ts';

export interface Pause {
  /** The last activity before it, in Unix milliseconds. */
  readonly sinceMs: number;
  readonly lengthMs: number;
  /** Median of the pauses before it. */
  readonly usualMs: number;
  readonly firedMs: number;
  readonly isOver: boolean;
}

/** Without a record it is unknown when an evaluation or checkpoint is due. */
type PauseFacts = Pick<FineTuneFacts, 'curves' | 'events'> & Partial<Pick<FineTuneFacts, 'record'>>;

interface PauseLimits {
  /** Multiple of the median pause. */
  readonly factor: number;
  /** In milliseconds; shorter pauses never count. */
  readonly leastMs: number;
}

/** Minimum of activities for a meaningful median. */
const leastSigns = 4;
const newestPauses = 64;
/** Multiple of the longest normal pause that is allowed, since evaluations and uploads recur. */
const longestFactor = 3;
const workMs = 15 * 60_000;

export interface Pauses {
  /** Ended stalls. */
  readonly over: readonly Pause[];
  /** The current pause and its limit; null if the training is over or too little is known. */
  readonly open: { readonly sinceMs: number; readonly usualMs: number; readonly limitMs: number } | null;
}

/** Each pause is judged by what was known when it began. */
export function readPauses(facts: PauseFacts, limits: PauseLimits): Pauses {
  const { signs, isOver } = signsOfLife(facts);
  const gaps = new SortedWindow(newestPauses);
  const usual = new SortedWindow(newestPauses);
  const over: Pause[] = [];
  const limitOf = (mayWork: boolean): { readonly usualMs: number; readonly limitMs: number } | null => {
    if (gaps.count < leastSigns) return null;
    const usualMs = gaps.median();
    const longest = usual.count === 0 ? 0 : longestFactor * usual.highest();
    const least = Math.max(limits.leastMs, mayWork ? workMs : 0);
    return { usualMs, limitMs: Math.max(least, limits.factor * usualMs, longest) };
  };
  for (const [index, { timeMs, kind }] of signs.slice(1).entries()) {
    // It had ended, or waited for its turn again.
    if (kind === 'start') continue;
    const sinceMs = at(signs, index).timeMs;
    const lengthMs = timeMs - sinceMs;
    const limit = limitOf(kind === 'work');
    const isTooLong = limit !== null && lengthMs > limit.limitMs;
    if (isTooLong)
      over.push({
        sinceMs,
        lengthMs,
        usualMs: limit.usualMs,
        firedMs: sinceMs + limit.limitMs,
        isOver: true,
      });
    else usual.push(lengthMs);
    gaps.push(lengthMs);
  }
  const last = signs.at(-1);
  const limit = limitOf(isWorkDue(facts));
  const isWaiting = !isOver && last !== undefined && limit !== null;
  return { over, open: isWaiting ? { sinceMs: last.timeMs, ...limit } : null };
}

/** The current pause, if it is too long. @param untilMs time of the newest answer */
export function openPause({ open }: Pauses, untilMs: number): Pause | null {
  if (open === null || untilMs - open.sinceMs <= open.limitMs) return null;
  const { sinceMs, usualMs, limitMs } = open;
  return { sinceMs, lengthMs: untilMs - sinceMs, usualMs, firedMs: sinceMs + limitMs, isOver: false };
}

export function describePause({ lengthMs, usualMs, isOver }: Pause): string {
  const times =
    usualMs > 0 ? `, ${Math.round(lengthMs / usualMs)} times the usual ${formatDuration(usualMs)}` : '';
  return `No report for ${formatDuration(lengthMs)}${times}${isOver ? '; then it resumed' : ''}.`;
}

/** Time of an activity; `work` if the job had to evaluate or save before it. */
interface Sign {
  readonly timeMs: number;
  readonly kind: 'start' | 'step' | 'work';
}

/**
 * Signs during the training, rising, and whether the training is over. Waiting before it is no stall, and neither is
 * packing and uploading after it, of which each step takes minutes.
 */
function signsOfLife({ curves, events, record }: PauseFacts) {
  const signs = new Map<number, Sign>();
  const hear = (timeMs: number, kind: Sign['kind']) => {
    if (kind !== 'step' || !signs.has(timeMs)) signs.set(timeMs, { timeMs, kind });
  };
  for (const [name, segments] of curves.curves)
    for (const { timesMs } of segments)
      for (const timeMs of timesMs)
        if (Number.isFinite(timeMs)) hear(timeMs, name === 'eval loss' ? 'work' : 'step');
  let phase: 'before' | 'training' | 'after' = 'before';
  for (const { type, created_at } of events) {
    const word = type?.toLowerCase() ?? '';
    const timeMs = readTimeMs(created_at);
    if (word === 'training_start') phase = 'training';
    if (timeMs !== null && phase === 'training') hear(timeMs, kindOf(word));
    if (word === 'job_restarted') phase = 'before';
    else if (ends.has(word)) phase = 'after';
  }
  const isOver =
    phase === 'after' || ['compressing', 'uploading'].includes(record?.status?.toLowerCase() ?? '');
  return { signs: [...signs.values()].sort((one, other) => one.timeMs - other.timeMs), isOver };
}

function kindOf(type: string): Sign['kind'] {
  if (type === 'training_start') return 'start';
  return workTypes.has(type) ? 'work' : 'step';
}

const workTypes = new Set(['eval_complete', 'checkpoint_save', 'epoch_complete']);
const ends = new Set([
  'training_complete',
  'early_stopped',
  'model_compressing',
  'compressing_model',
  'model_uploading',
  'job_complete',
]);

/** True if an evaluation or checkpoint may be next. */
function isWorkDue({ record, curves, events }: PauseFacts): boolean {
  if (record === undefined) return false;
  const facts = { record, curves, events };
  const [step, total] = [currentStep(facts), totalSteps(facts)];
  if (step === null || total === null) return false;
  const steps = curves.curves.get('train loss')?.at(-1)?.steps;
  const next = step + Math.max(1, (steps?.at(-1) ?? 0) - (steps?.at(-2) ?? 0));
  const { n_evals: evals, n_checkpoints: checkpoints, n_epochs: epochs } = record;
  return [evals, checkpoints, epochs].some(
    (count) => isSet(count) && Math.floor((next * count) / total) > Math.floor(((step - 1) * count) / total),
  );
}
