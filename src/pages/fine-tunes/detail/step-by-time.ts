// Which step a fine-tune was at, at a time: that of the nearest point that has one.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { lowerBound } from '#lib/decimate.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** Points of the curves, and events that name their step. The answer is null where nothing has a time, or none is asked for. */
export function stepsByTime(
  { curves }: CurveSet,
  events: readonly FineTuneEvent[],
): (timeMs: number | null) => number | null {
  // Columns of a million points are read only when an event has no step of its own.
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

/** Equally long; times do not fall. */
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

// A clock may have been set back: what was told last is not always the newest.
function rising(pairs: readonly (readonly [timeMs: number, step: number])[]): TimedSteps {
  const sorted = pairs.toSorted(([one], [other]) => one - other);
  return {
    timesMs: Float64Array.from(sorted, ([timeMs]) => timeMs),
    steps: Float64Array.from(sorted, ([, step]) => step),
  };
}
