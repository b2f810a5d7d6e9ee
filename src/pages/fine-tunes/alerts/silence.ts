// Stall detection: the current pause compared with earlier ones.
import { isEnding, statusKind } from '#api/fine-tune-status.ts';
import { formatDuration } from '#lib/format.ts';
import { eventTimeMs } from '#api/schema/fine-tune.ts';
import { SortedWindow } from './sorted-window.ts';
import { isSet, type FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { createGrowingFold } from '#pages/fine-tunes/curves/curve.ts';
import { currentStep, totalSteps } from '#pages/fine-tunes/curves/step-times.ts';

export interface Pause {
  /** Unix milliseconds. */
  readonly sinceMs: number;
  readonly lengthMs: number;
  /** Median of the earlier pauses. */
  readonly usualMs: number;
  readonly firedMs: number;
  readonly isOver: boolean;
}

/** Without a record it is unknown whether work is due. */
type PauseFacts = Pick<FineTuneFacts, 'curves' | 'events'> & Partial<Pick<FineTuneFacts, 'record'>>;

interface PauseLimits {
  /** Multiple of the median pause. */
  readonly factor: number;
  /** Shorter pauses never count. */
  readonly minMs: number;
}

/** Fewest pauses for a median. */
const minPauses = 4;
const newestPauses = 64;
/** Multiple of the longest normal pause: evaluations and uploads recur. */
const longestFactor = 3;
const workMs = 15 * 60_000;

export interface Pauses {
  /** Ended stalls. */
  readonly over: readonly Pause[];
  /** Null if the training is over or too little is known. */
  readonly open: { readonly sinceMs: number; readonly usualMs: number; readonly limitMs: number } | null;
}

type PauseReader = (facts: PauseFacts) => Pauses;

/** Judges each pause only by earlier ones. Reads on in a growing training. */
export function createPauseReader(limits: PauseLimits): PauseReader {
  const fold = createGrowingFold<ReportGaps>({
    begin: () => ({
      gaps: new SortedWindow(newestPauses),
      usual: new SortedWindow(newestPauses),
      over: [],
      lastMs: null,
      isRestarted: false,
    }),
    copy: ({ gaps, usual, over, ...last }) => ({
      gaps: gaps.copy(),
      usual: usual.copy(),
      over: [...over],
      ...last,
    }),
    take(pauses, [timesMs = none, kinds = none], index) {
      const timeMs = timesMs[index] ?? Number.NaN;
      const kind = kindNames[kinds[index] ?? 0];
      const sinceMs = pauses.lastMs;
      const { isRestarted } = pauses;
      pauses.lastMs = timeMs;
      pauses.isRestarted = kind === 'restart';
      // It was queued, or had ended.
      if (sinceMs === null || kind === 'start') return;
      const lengthMs = timeMs - sinceMs;
      const limit = limitOf(pauses, limits, kind === 'work' || isRestarted);
      if (limit !== null && lengthMs > limit.limitMs)
        pauses.over.push({
          sinceMs,
          lengthMs,
          usualMs: limit.usualMs,
          firedMs: sinceMs + limit.limitMs,
          isOver: true,
        });
      else if (!isRestarted) pauses.usual.push(lengthMs);
      pauses.gaps.push(lengthMs);
    },
  });
  return (facts) => {
    const { reports, isOver } = readReports(facts);
    const pauses = fold([reports.timesMs, reports.kinds]);
    const limit = limitOf(pauses, limits, pauses.isRestarted || isWorkDue(facts));
    const isWaiting = !isOver && pauses.lastMs !== null && limit !== null;
    return { over: pauses.over, open: isWaiting ? { sinceMs: pauses.lastMs, ...limit } : null };
  };
}

interface ReportGaps {
  readonly gaps: SortedWindow;
  readonly usual: SortedWindow;
  readonly over: Pause[];
  lastMs: number | null;
  /** Steps done again are not reported again. */
  isRestarted: boolean;
}

function limitOf(
  { gaps, usual }: ReportGaps,
  { factor, minMs }: PauseLimits,
  mayWork: boolean,
): { readonly usualMs: number; readonly limitMs: number } | null {
  if (gaps.count < minPauses) return null;
  const usualMs = gaps.median();
  const least = Math.max(minMs, mayWork ? workMs : 0);
  return { usualMs, limitMs: Math.max(least, factor * usualMs, longestFactor * usual.highest()) };
}

/** @param untilMs time of the newest answer */
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

/** `work` is evaluating or saving. */
const kindNames = ['step', 'work', 'start', 'restart'] as const;
type Kind = (typeof kindNames)[number];

/** Rising times, and indexes in `kindNames`; at equal times the last kind counts. */
interface Reports {
  readonly timesMs: Float64Array;
  readonly kinds: Float64Array;
}

/**
 * Activity during training. The queue before it, and packing and uploading after it, are slow but not
 * stalled.
 */
function readReports({ curves, events, record }: PauseFacts): { reports: Reports; isOver: boolean } {
  let reports: Reports = { timesMs: none, kinds: none };
  for (const [name, segments] of curves.curves)
    for (const { timesMs } of segments) {
      const kind: Kind = name === 'eval loss' ? 'work' : 'step';
      reports = merged(reports, reportsAt(timesMs, kind));
    }
  const marks: { readonly timeMs: number; readonly kind: Kind }[] = [];
  let phase: 'before' | 'training' | 'after' = 'before';
  for (const event of events) {
    const word = event.type?.toLowerCase() ?? '';
    const timeMs = eventTimeMs(event);
    if (word === 'training_start') phase = 'training';
    if (timeMs !== null && phase === 'training') marks.push({ timeMs, kind: kindOf(word) });
    if (word === 'job_restarted') phase = 'before';
    else if (ends.has(word)) phase = 'after';
  }
  // Queued again after a restart, too.
  const status = record?.status;
  const isOver = phase === 'after' || statusKind(status) === 'queued' || isEnding(status);
  const ofEvents = {
    timesMs: Float64Array.from(marks, ({ timeMs }) => timeMs),
    kinds: Float64Array.from(marks, ({ kind }) => kindNames.indexOf(kind)),
  };
  return { reports: merged(reports, ofEvents), isOver };
}

const none = new Float64Array();

function reportsAt(all: Float64Array, kind: Kind): Reports {
  const timesMs = all.filter(Number.isFinite).sort();
  return { timesMs, kinds: new Float64Array(timesMs.length).fill(kindNames.indexOf(kind)) };
}

function merged(one: Reports, other: Reports): Reports {
  const most = one.timesMs.length + other.timesMs.length;
  const [timesMs, kinds] = [new Float64Array(most), new Float64Array(most)];
  let [count, left, right] = [0, 0, 0];
  while (left < one.timesMs.length || right < other.timesMs.length) {
    const here = one.timesMs[left] ?? Infinity;
    const there = other.timesMs[right] ?? Infinity;
    const timeMs = Math.min(here, there);
    const kind = here <= there ? (one.kinds[left] ?? 0) : (other.kinds[right] ?? 0);
    if (here <= there) left += 1;
    else right += 1;
    if (count > 0 && timesMs[count - 1] === timeMs) {
      kinds[count - 1] = Math.max(kinds[count - 1] ?? 0, kind);
      continue;
    }
    timesMs[count] = timeMs;
    kinds[count] = kind;
    count += 1;
  }
  return { timesMs: timesMs.subarray(0, count), kinds: kinds.subarray(0, count) };
}

function kindOf(type: string): Kind {
  if (type === 'training_start') return 'start';
  if (type === 'job_restarted') return 'restart';
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

/** Whether an evaluation or checkpoint may be next. */
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
