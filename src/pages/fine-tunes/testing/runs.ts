// Simulated test trainings: seeded loss, evaluations, times and events.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import type { Random } from '#lib/random.ts';
import type { CurvePoint } from '#pages/fine-tunes/curves/curve.ts';
import { collectCurves, type FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { startMs } from './facts.ts';

/** Defaults are a healthy training. */
export interface RunShape {
  /** Without noise; steps count from 1. */
  readonly loss: (step: number) => number;
  /** Deviation relative to the loss. */
  readonly noise: number;
  /** Added to the loss. */
  readonly evalGap?: (step: number) => number;
  readonly steps: number;
  /** In steps. */
  readonly reportEvery?: number;
  readonly secondsPerStep?: number;
  /** Of an evaluation, and of a checkpoint. */
  readonly workSeconds?: number;
  /** Seconds, by the step before. */
  readonly pauses?: ReadonlyMap<number, number>;
}

/** Evaluations and checkpoints per run. */
const workCount = 10;

/** Completed; see `factsUntil` for a running one. */
export function factsOfRun(shape: RunShape, random: Random): FineTuneFacts {
  const { loss, noise, evalGap = () => 0.05, steps, reportEvery = 1, secondsPerStep = 1 } = shape;
  const points: CurvePoint[] = [];
  const events: FineTuneEvent[] = [];
  let timeMs = startMs;
  const addEvent = (type: string, step = 0) =>
    events.push({ type, step, total_steps: steps, created_at: new Date(timeMs).toISOString() });
  addEvent('training_start');
  // The model is loaded first.
  timeMs += 40_000;
  for (let step = 1; step <= steps; step += 1) {
    timeMs += secondsPerStep * 1_000 * (0.9 + 0.2 * random.unit() + (random.chance(0.01) ? 2 : 0));
    const value = loss(step) * Math.exp(noise * random.normal());
    if (step % reportEvery === 0) points.push({ name: 'train loss', step, value, timeMs, line: step });
    timeMs += (shape.pauses?.get(step) ?? 0) * 1_000;
    if (step % Math.ceil(steps / workCount) !== 0) continue;
    timeMs += (shape.workSeconds ?? 5) * 1_000;
    // Evaluations have less noise: their texts are the same.
    const evaluated = (loss(step) + evalGap(step)) * Math.exp((noise / 10) * random.normal());
    points.push({ name: 'eval loss', step, value: evaluated, timeMs, line: step });
    addEvent('eval_complete', step);
    timeMs += (shape.workSeconds ?? 5) * 1_000;
    addEvent('checkpoint_save', step);
  }
  addEvent('training_complete', steps);
  timeMs += 300_000;
  addEvent('job_complete', steps);
  const record = {
    id: 'ft-1',
    status: 'completed',
    total_steps: steps,
    n_evals: workCount,
    n_checkpoints: workCount,
  };
  return { record, events, curves: collectCurves('metrics', points), checkpoints: null };
}

export function factsUntil(facts: FineTuneFacts, untilMs: number): FineTuneFacts {
  const curves = new Map(
    Array.from(facts.curves.curves, ([name, segments]) => [
      name,
      segments.map((segment) => {
        const count = segment.timesMs.filter((timeMs) => timeMs <= untilMs).length;
        const { steps, values, epochs, timesMs, sources, lines } = segment;
        return {
          steps: steps.slice(0, count),
          values: values.slice(0, count),
          epochs: epochs.slice(0, count),
          timesMs: timesMs.slice(0, count),
          sources: sources.slice(0, count),
          lines: lines.slice(0, count),
        };
      }),
    ]),
  );
  return {
    ...facts,
    record: { ...facts.record, status: 'running' },
    events: facts.events.filter(({ created_at: at }) => Date.parse(at ?? '') <= untilMs),
    curves: { ...facts.curves, curves },
  };
}
