// Training schedule: steps, evaluations, checkpoints, learning rate.
import type { FineTunePlan } from './contract.ts';

/** Steps count from 1. */
export interface StepSchedule {
  readonly total: number;
  readonly stepsPerEpoch: number;
  /** 0 for none. */
  readonly evalSteps: number;
  readonly evaluations: ReadonlySet<number>;
  readonly checkpoints: ReadonlySet<number>;
  readonly learningRate: (step: number) => number;
}

export function scheduleOf(plan: FineTunePlan, rowCount: number, batchSize: number): StepSchedule {
  const stepsPerEpoch = Math.ceil(rowCount / batchSize);
  const total = stepsPerEpoch * plan.nEpochs;
  const evaluations = spread(total, plan.validationFile === null ? 0 : plan.nEvals);
  return {
    total,
    stepsPerEpoch,
    evalSteps: evaluations.size > 0 ? Math.round(total / evaluations.size) : 0,
    evaluations,
    checkpoints: spread(total, Math.max(1, plan.nCheckpoints)),
    learningRate: (step) =>
      learningRateAt(
        {
          kind: plan.scheduler,
          peak: plan.learningRate,
          warmupSteps: Math.round(total * plan.warmupRatio),
          totalSteps: total,
          minRatio: plan.minLrRatio,
        },
        step - 1,
      ),
  };
}

/** Evenly spaced, including the last. */
export function spread(total: number, count: number): Set<number> {
  const fitting = Math.min(total, count);
  return new Set(Array.from({ length: fitting }, (_, index) => Math.round(((index + 1) * total) / fitting)));
}

export interface LearningRateSchedule {
  /** `late-linear` falls only in the second half. */
  readonly kind: 'linear' | 'cosine' | 'late-linear';
  readonly peak: number;
  readonly warmupSteps: number;
  readonly totalSteps: number;
  /** Relative to the peak. */
  readonly minRatio: number;
}

/** `step` counts from 0. */
export function learningRateAt(schedule: LearningRateSchedule, step: number): number {
  const { kind, peak, warmupSteps, totalSteps, minRatio } = schedule;
  if (step < warmupSteps) return (peak * (step + 1)) / warmupSteps;
  const progress = Math.min(1, (step - warmupSteps) / Math.max(1, totalSteps - warmupSteps));
  const falling = (done: number): number => peak * (1 - (1 - minRatio) * done);
  switch (kind) {
    case 'linear':
      return falling(progress);
    case 'cosine':
      return falling((1 - Math.cos(Math.PI * progress)) / 2);
    case 'late-linear':
      return falling(Math.max(0, 2 * progress - 1));
    default:
      return kind satisfies never;
  }
}
