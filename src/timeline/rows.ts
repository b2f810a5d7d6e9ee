// Timeline rows: entries, collapsed repetitions and long silences.
import { dayWords } from '#lib/dates.ts';
import type { Entry } from './entry.ts';

/** `deltaMs` since the previous entry; null if unknown. */
export interface EntryRow {
  readonly kind: 'entry';
  readonly key: string;
  readonly entry: Entry;
  readonly deltaMs: number | null;
  readonly isInFold: boolean;
}

/** Repetitions. `message` combines the first and the last. */
export interface FoldRow {
  readonly kind: 'fold';
  readonly key: string;
  readonly first: Entry;
  readonly last: Entry;
  readonly entries: readonly Entry[];
  readonly message: string;
  readonly deltaMs: number | null;
  readonly isOpen: boolean;
}

/** A silence. */
interface GapRow {
  readonly kind: 'gap';
  readonly key: string;
  readonly durationMs: number;
}

interface DayRow {
  readonly kind: 'day';
  readonly key: string;
  readonly words: string;
}

export type Row = EntryRow | FoldRow | GapRow | DayRow;

/** Least share of the whole span. */
const gapShare = 0.1;
/** Shorter pauses are never silences. */
const shortestGapMs = 10_000;
/** Multiple of the median: regular, rare entries make no silence. */
const timesMedian = 2;
/** Fewest repetitions. */
const fewestToFold = 3;

/**
 * @param entries the shown ones, in order
 * @param openFolds null folds nothing
 * @param all every entry, in order: hidden ones end a silence, too
 */
export function rowsOf(
  entries: readonly Entry[],
  openFolds: ReadonlySet<string> | null,
  all: readonly Entry[] = entries,
): readonly Row[] {
  const silences = silencesOf(entries, all);
  const rows: Row[] = [];
  let before: Entry | undefined;
  let day: string | null = null;
  for (const run of runsOf(entries, silences)) {
    const [first, ...others] = run;
    const last = others.at(-1) ?? first;
    const deltaMs = between(before, first);
    const silenceMs = silences.get(first);
    if (silenceMs !== undefined) rows.push({ kind: 'gap', key: `gap ${first.key}`, durationMs: silenceMs });
    const today: string | null = dayOf(first) ?? day;
    if (day !== null && today !== null && today !== day)
      rows.push({ kind: 'day', key: `day ${first.key}`, words: today });
    day = today;
    rows.push(...drawn(run, first, last, deltaMs, openFolds));
    before = last;
  }
  return rows;
}

type Run = readonly [Entry, ...Entry[]];

function drawn(
  run: Run,
  first: Entry,
  last: Entry,
  deltaMs: number | null,
  openFolds: ReadonlySet<string> | null,
): Row[] {
  const isFold = openFolds !== null && run.length >= fewestToFold;
  const key = `fold ${first.key}`;
  const isOpen = isFold && openFolds.has(key);
  const message = isFold ? foldedMessage(first.message, last.message) : '';
  const fold: Row[] = isFold
    ? [{ kind: 'fold', key, first, last, entries: run, message, deltaMs, isOpen }]
    : [];
  if (isFold && !isOpen) return fold;
  const entries = run.map((entry, index): Row => ({
    kind: 'entry',
    key: entry.key,
    entry,
    deltaMs: index === 0 ? deltaMs : between(run[index - 1], entry),
    isInFold: isFold,
  }));
  return [...fold, ...entries];
}

/** Neighbouring repetitions of one day, without a silence between them. */
function runsOf(entries: readonly Entry[], silences: ReadonlyMap<Entry, number>): readonly Run[] {
  const runs: [Entry, ...Entry[]][] = [];
  let shape = '';
  for (const entry of entries) {
    const ownShape = shapeOf(entry);
    const run = runs.at(-1);
    if (run !== undefined && ownShape === shape && !silences.has(entry)) run.push(entry);
    else runs.push([entry]);
    shape = ownShape;
  }
  return runs;
}

/** The longest since the previous shown entry. */
function silencesOf(shown: readonly Entry[], all: readonly Entry[]): ReadonlyMap<Entry, number> {
  const gapMs = shortestGap(all);
  const silences = new Map<Entry, number>();
  let [next, longestMs] = [0, 0];
  for (const [index, entry] of all.entries()) {
    longestMs = Math.max(longestMs, between(all[index - 1], entry) ?? 0);
    if (entry !== shown[next]) continue;
    if (next > 0 && longestMs >= gapMs) silences.set(entry, longestMs);
    next += 1;
    longestMs = 0;
  }
  return silences;
}

function dayOf({ timeMs }: Entry): string | null {
  return timeMs === null ? null : dayWords(timeMs);
}

function between(before: Entry | undefined, entry: Entry): number | null {
  const from = before?.timeMs ?? null;
  return from === null || entry.timeMs === null ? null : entry.timeMs - from;
}

function shortestGap(entries: readonly Entry[]): number {
  const times = Float64Array.from(entries, ({ timeMs }) => timeMs ?? Number.NaN).filter(isKnown);
  const steps = times.subarray(1).map((time, index) => time - (times[index] ?? time));
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  // A typed array sorts numbers without a callback.
  const medianMs = steps.sort()[Math.floor((steps.length - 1) / 2)] ?? 0;
  return Math.max(shortestGapMs, spanMs * gapShare, medianMs * timesMedian);
}

function isKnown(timeMs: number): boolean {
  return !Number.isNaN(timeMs);
}

const number = /-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?/gi;

const shapes = new WeakMap<Entry, string>();

/** Day, type, level and message without figures: equal for repetitions. */
function shapeOf(entry: Entry): string {
  const shape =
    shapes.get(entry) ??
    `${dayOf(entry)}\n${entry.type}\n${entry.level}\n${entry.message.replaceAll(number, '#')}`;
  shapes.set(entry, shape);
  return shape;
}

/** Changed figures read "2.31 → 1.87". */
export function foldedMessage(first: string, last: string): string {
  const before = first.match(number) ?? [];
  let index = 0;
  return last.replaceAll(number, (now) => {
    const then = before[index];
    index += 1;
    return then === undefined || then === now ? now : `${then} → ${now}`;
  });
}
