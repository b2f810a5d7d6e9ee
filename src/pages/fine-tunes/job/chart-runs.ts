// Chart runs and marks of a fine-tune, identity kept while unchanged.
import { checkpointStep } from '#api/fine-tune-status.ts';
import type { FineTune, Checkpoint, FineTuneEvent } from '#api/schema/fine-tune.ts';
import { lowerBound } from '#lib/decimate.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { ChartRun, ChartMark } from '#pages/fine-tunes/charts/chart-run.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { eventEntries, stepOf } from './event-phases.ts';
import type { Overlay } from './use-overlays.ts';

const runs = new WeakMap<object, ChartRun>();

/**
 * @param total steps of the whole training
 * @param dollars cost of the whole training
 */
export function chartRunOf(
  { record, events, curves }: Overlay,
  total: number | null,
  dollars: number | null,
): ChartRun {
  const run: ChartRun = {
    id: record.id,
    label: record.model_output_name || record.id,
    curves,
    tokensPerStep: perStep(record.token_count, total),
    dollarsPerStep: perStep(dollars ?? undefined, total),
    startedMs: startOf(record, events),
  };
  const known = runs.get(curves);
  if (known !== undefined && isSame(known, run)) return known;
  runs.set(curves, run);
  return run;
}

/** Newest start, restarts included. */
function startOf(record: FineTune, events: Overlay['events']): number | null {
  const start = events.findLast(({ type }) => type?.toLowerCase() === 'training_start');
  return readTimeMs(start?.created_at) ?? readTimeMs(record.started_at);
}

// 0 often means "not set"; the axis would have no extent.
function perStep(sum: number | undefined, total: number | null): number | null {
  return sum !== undefined && sum > 0 && total !== null && total > 0 ? sum / total : null;
}

function isSame(one: ChartRun, other: ChartRun): boolean {
  return (
    one.id === other.id &&
    one.label === other.label &&
    one.tokensPerStep === other.tokensPerStep &&
    one.dollarsPerStep === other.dollarsPerStep &&
    one.startedMs === other.startedMs
  );
}

/**
 * Events without a step are placed by time, or left out.
 * @param bestStep of the best usable checkpoint
 */
export function marksOf(
  events: readonly FineTuneEvent[],
  checkpoints: readonly Checkpoint[],
  bestStep: number | null,
  curves: CurveSet,
): readonly ChartMark[] {
  const steps = new Set(checkpoints.flatMap((checkpoint) => checkpointStep(checkpoint) ?? []));
  const saved = [...steps].map((step): ChartMark => ({
    step,
    word: step === bestStep ? `checkpoint ${step} · best` : `checkpoint ${step}`,
    kind: 'checkpoint',
    id: `checkpoint-${step}`,
  }));
  const nearest = stepsByTime(curves, events);
  const marked = events.flatMap((event, index): readonly ChartMark[] => {
    const { type, created_at: created, hash } = event;
    const word = words[type?.toLowerCase() ?? ''];
    if (word === undefined) return [];
    const at = stepOf(event) ?? nearest(readTimeMs(created));
    return at === null ? [] : [{ step: at, word, kind: 'event', id: hash || `event-${index}` }];
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
  return step === null ? [] : [{ step, word: event?.type || 'event', kind: 'event', id: 'open-event' }];
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
    tracks ??= [...[...curves.values()].flat().map(timedPoints), timedEvents(events)];
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

/** Equally long; times never fall. */
interface TimedSteps {
  readonly timesMs: Float64Array;
  readonly steps: Float64Array;
}

function timedPoints({ timesMs, steps }: TimedSteps): TimedSteps {
  const known = Array.from(timesMs.keys()).filter((index) => Number.isFinite(timesMs[index]));
  return rising(known.map((index) => [timesMs[index] ?? 0, steps[index] ?? 0]));
}

function timedEvents(events: readonly FineTuneEvent[]): TimedSteps {
  return rising(
    events.flatMap(({ created_at: created, step }) => {
      const timeMs = readTimeMs(created);
      return timeMs === null || step === undefined || step <= 0 ? [] : [[timeMs, step] as const];
    }),
  );
}

// A clock may have been set back.
function rising(pairs: readonly (readonly [timeMs: number, step: number])[]): TimedSteps {
  const sorted = pairs.toSorted(([one], [other]) => one - other);
  return {
    timesMs: Float64Array.from(sorted, ([timeMs]) => timeMs),
    steps: Float64Array.from(sorted, ([, step]) => step),
  };
}
