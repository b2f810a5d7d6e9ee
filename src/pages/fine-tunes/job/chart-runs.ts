// Chart runs and marks of a fine-tune, identity kept while unchanged.
import { checkpointStep, fineTuneName } from '#api/fine-tune-status.ts';
import { eventsOfType, type FineTune, type Checkpoint, type FineTuneEvent } from '#api/schema/fine-tune.ts';
import { lowerBound } from '#lib/bisect.ts';
import { readTimeMs } from '#lib/read-time.ts';
import {
  openEventId,
  type ChartRun,
  type ChartMark,
  type Spread,
} from '#pages/fine-tunes/charts/chart-run.ts';
import {
  type CurveSet,
  interpolate,
  namesOf,
  type CurveName,
  type CurveSegment,
} from '#pages/fine-tunes/curves/curve.ts';
import { areStepsCounted, isSet } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { inTime, type TimedSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { eventEntries, stepOf } from './event-phases.ts';
import type { Overlay } from './use-overlays.ts';
import { stitch } from './lineage.ts';

/** By id, too: runs that have no curves yet share the empty ones, and each must stay the same at every render. */
const runsByCurves = new WeakMap<CurveSet, Map<string, ChartRun>>();

/**
 * @param total steps of the whole training
 * @param dollars cost of the whole training
 */
export function chartRunOf(
  { record, events, curves }: Overlay,
  total: number | null,
  dollars: number | null,
  label = fineTuneName(record),
): ChartRun {
  const steps = areStepsCounted(curves) ? null : total;
  const run: ChartRun = {
    id: record.id,
    label,
    curves,
    tokensPerStep: perStep(record.token_count, steps),
    dollarsPerStep: perStep(dollars ?? undefined, steps),
    startedMs: startOf(record, events),
    restartsMs: eventsOfType(events, 'job_restarted').flatMap((event) => readTimeMs(event.created_at) ?? []),
  };
  const runs = runsByCurves.get(curves) ?? new Map<string, ChartRun>();
  runsByCurves.set(curves, runs);
  const known = runs.get(run.id);
  if (known !== undefined && isSame(known, run)) return known;
  runs.set(run.id, run);
  return run;
}

/** First start: what came before a later one must not have negative times. */
function startOf(record: FineTune, events: Overlay['events']): number | null {
  const [start] = eventsOfType(events, 'training_start');
  return readTimeMs(start?.created_at) ?? readTimeMs(record.started_at);
}

// 0 often means "not set"; the axis would have no extent.
function perStep(sum: number | undefined, total: number | null): number | null {
  return sum !== undefined && sum > 0 && total !== null && total > 0 ? sum / total : null;
}

function isSame(one: ChartRun, other: ChartRun): boolean {
  return (
    one.label === other.label &&
    one.tokensPerStep === other.tokensPerStep &&
    one.dollarsPerStep === other.dollarsPerStep &&
    one.startedMs === other.startedMs &&
    String(one.restartsMs) === String(other.restartsMs)
  );
}

/**
 * Without a step, or on steps that are only counted, they are placed by time, or left out.
 * @param bestStep of the best usable checkpoint
 * @param before steps of the runs that it continues, where they are drawn as one curve
 */
export function marksOf(
  events: readonly FineTuneEvent[],
  checkpoints: readonly Checkpoint[],
  bestStep: number | null,
  curves: CurveSet,
  before = 0,
): readonly ChartMark[] {
  const nameOf = (step: number) => `checkpoint ${step}${before === 0 ? '' : `, at ${step + before}`}`;
  const savedMs = new Map(
    checkpoints.flatMap((checkpoint) => {
      const step = checkpointStep(checkpoint);
      return step === null ? [] : [[step, readTimeMs(checkpoint.created_at)] as const];
    }),
  );
  const isCounted = areStepsCounted(curves);
  const nearest = stepsByTime(curves, isCounted ? [] : events);
  const saved = [...savedMs].flatMap(([step, timeMs]): readonly ChartMark[] => {
    const at = isCounted ? nearest(timeMs) : step;
    if (at === null) return [];
    const isBest = step === bestStep;
    const word = isBest ? `${nameOf(step)} · best` : nameOf(step);
    return [{ step: at, word, kind: isBest ? 'best' : 'checkpoint', id: `checkpoint-${step}`, timeMs }];
  });
  const marked = events.flatMap((event, index): readonly ChartMark[] => {
    const { type, created_at: created, hash } = event;
    const word = words[type?.toLowerCase() ?? ''];
    if (word === undefined) return [];
    const at = (isCounted ? null : stepOf(event)) ?? nearest(readTimeMs(created));
    if (at === null) return [];
    const timeMs = word === 'restarted' ? readTimeMs(created) : null;
    return [{ step: at, word, kind: 'event', id: hash || `event-${index}`, timeMs }];
  });
  return [...saved, ...marked].toSorted((one, other) => one.step - other.step);
}

/**
 * Empty without a step.
 * @param key as in `eventEntries`
 */
export function openMarkOf(events: readonly FineTuneEvent[], key: string | undefined): readonly ChartMark[] {
  if (key === undefined) return [];
  const position = eventEntries(events).find((entry) => entry.key === key)?.position;
  const event = position === undefined ? undefined : events[position];
  const step = stepOf(event);
  return step === null ? [] : [{ step, word: event?.type || 'event', kind: 'event', id: openEventId }];
}

/** Steps, epochs and evaluations are on the curves. */
const words: Readonly<Record<string, string>> = {
  job_restarted: 'restarted',
  cancel_requested: 'cancel requested',
  early_stopped: 'stopped early',
  job_stopped: 'stopped',
  job_error: 'error',
  job_user_error: 'error',
  billing_limit: 'billing limit',
  warning: 'warning',
};

/** Nearest step by time, from curves and events; null for unknown times. */
function stepsByTime(
  { curves }: CurveSet,
  events: readonly FineTuneEvent[],
): (timeMs: number | null) => number | null {
  // Lazy: columns may have a million points.
  let tracks: readonly TimedSteps[] | null = null;
  return (timeMs) => {
    if (timeMs === null) return null;
    tracks ??= [...[...curves.values()].flat(), stepsOfEvents(events)].map(inTime);
    let best: number | null = null;
    let bestMs = Infinity;
    for (const { timesMs, steps } of tracks) {
      const after = lowerBound(timesMs, timeMs);
      for (const index of [after - 1, after]) {
        const [time, step] = [timesMs[index], steps[index]];
        if (time === undefined || step === undefined || Math.abs(time - timeMs) >= bestMs) continue;
        best = step;
        bestMs = Math.abs(time - timeMs);
      }
    }
    return best;
  };
}

function stepsOfEvents(events: readonly FineTuneEvent[]): TimedSteps {
  const placed = events.filter(({ step }) => isSet(step));
  return {
    steps: Float64Array.from(placed, ({ step = Number.NaN }) => step),
    timesMs: Float64Array.from(placed, ({ created_at: created }) => readTimeMs(created) ?? Number.NaN),
  };
}

/**
 * Replaces groups of at least two runs by their means, in the order of first runs.
 * @param groupOf empty for no group
 */
export function meansOfGroups(
  runs: readonly ChartRun[],
  groupOf: (id: string) => string,
): readonly ChartRun[] {
  return runs.flatMap((run, index) => {
    const group = groupOf(run.id);
    const own = runs.filter(({ id }) => groupOf(id) === group);
    if (group === '' || own.length < 2) return [run];
    return own[0] === runs[index] ? [meanRun(group, own)] : [];
  });
}

/** A restarted run's final path counts, and one without curves, as a queued one, does not. */
function meanRun(group: string, all: readonly ChartRun[]): ChartRun {
  const runs = all.filter(({ curves }) => curves.curves.size > 0);
  const wholes = runs.map(({ label, curves }) => stitch([{ name: label, curves, untilStep: null }]).curves);
  const spread = new Map<CurveName, readonly Spread[]>();
  const curves = new Map<CurveName, readonly CurveSegment[]>();
  for (const name of namesOf(wholes)) {
    const mean = meanOf(wholes.flatMap((each) => each.curves.get(name) ?? []).map(finiteOf));
    curves.set(name, [mean.segment]);
    spread.set(name, [mean.spread]);
  }
  const [tokens, ...others] = new Set(runs.map(({ tokensPerStep }) => tokensPerStep));
  return {
    id: `group ${group}`,
    label: `${group} (mean of ${runs.length === all.length ? '' : `${runs.length} of `}${all.length})`,
    curves: { sources: ['mean of runs'], curves },
    tokensPerStep: others.length === 0 ? (tokens ?? null) : null,
    dollarsPerStep: null,
    startedMs: null,
    spread,
  };
}

type Line = Pick<CurveSegment, 'steps' | 'values'>;

function finiteOf({ steps, values }: Line): Line {
  const isFinite = (index: number) => Number.isFinite(values[index]);
  return { steps: steps.filter((_, index) => isFinite(index)), values: values.filter(Number.isFinite) };
}

/** At every step, over the runs that reach it, interpolated. */
function meanOf(lines: readonly Line[]): { readonly segment: CurveSegment; readonly spread: Spread } {
  const steps = Float64Array.from(new Set(lines.flatMap((line) => [...line.steps]))).sort();
  const sums = new Float64Array(steps.length);
  const counts = new Uint32Array(steps.length);
  const between = new Uint32Array(steps.length);
  const low = new Float64Array(steps.length).fill(Infinity);
  const high = new Float64Array(steps.length).fill(-Infinity);
  for (const line of lines) {
    let after = 0;
    for (const [index, step] of steps.entries()) {
      while ((line.steps[after] ?? Infinity) < step) after += 1;
      const value = interpolate(line.steps, line.values, after, step);
      if (value === null) continue;
      sums[index] = (sums[index] ?? 0) + value;
      counts[index] = (counts[index] ?? 0) + 1;
      if (line.steps[after] !== step) between[index] = (between[index] ?? 0) + 1;
      low[index] = Math.min(low[index] ?? value, value);
      high[index] = Math.max(high[index] ?? value, value);
    }
  }
  const unknown = new Float64Array(steps.length).fill(Number.NaN);
  return {
    segment: {
      steps,
      values: sums.map((sum, index) => sum / (counts[index] ?? 0)),
      epochs: unknown,
      timesMs: unknown,
      sources: new Uint16Array(steps.length),
      // Runs in the mean.
      lines: counts,
    },
    spread: { low, high, between },
  };
}

const sweptSettings: readonly {
  readonly word: string;
  readonly read: (record: FineTune) => string | number | undefined;
}[] = [
  { word: 'lr', read: (record) => record.learning_rate },
  { word: 'epochs', read: (record) => record.n_epochs },
  { word: 'batch', read: (record) => record.batch_size },
  { word: 'seed', read: (record) => record.seed },
];

/** With the settings in which they differ, unless the name says them: names of one sweep often differ by a code alone. */
export function overlayNames(records: readonly FineTune[]): readonly string[] {
  const different = sweptSettings.filter(({ read }) => {
    const values = records.map(read);
    return !values.includes(undefined) && new Set(values).size > 1;
  });
  return records.map((record) => {
    const name = fineTuneName(record);
    const unsaid = different.filter(({ word, read }) => !saysSetting(name, word, read(record) ?? ''));
    return [name, ...unsaid.map(({ word, read }) => `${word} ${read(record) ?? ''}`)].join(' · ');
  });
}

/** `acme/sweep-seed1` says seed 1, `acme/sweep-seed12` does not; `lr1e-4` says 0.0001. */
function saysSetting(name: string, word: string, value: string | number): boolean {
  const texts = typeof value === 'number' ? [String(value), value.toExponential()] : [value];
  const parts = spaced(name);
  return texts.some(
    (text) => parts.includes(spaced(`${word}${text}`)) || parts.includes(spaced(`${word} ${text}`)),
  );
}

function spaced(text: string): string {
  return ` ${text.replaceAll(/[-_/]/g, ' ')} `;
}
