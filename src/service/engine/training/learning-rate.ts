// The learning rate over a run: warm-up, then one of the known schedules.

export interface LearningRateSchedule {
  /** `late-linear` stays at the peak for the first half. */
  readonly kind: 'linear' | 'cosine' | 'constant' | 'late-linear';
  readonly peak: number;
  readonly warmupSteps: number;
  readonly totalSteps: number;
  /** What is left of the peak at the end, 0 to 1. */
  readonly minRatio: number;
}

/** The learning rate of step `step`, counted from 0. */
export function learningRateAt(schedule: LearningRateSchedule, step: number): number {
  const { kind, peak, warmupSteps, totalSteps, minRatio } = schedule;
  if (step < warmupSteps) return (peak * (step + 1)) / warmupSteps;
  const progress = Math.min(1, (step - warmupSteps) / Math.max(1, totalSteps - warmupSteps));
  const falling = (done: number): number => peak * (1 - (1 - minRatio) * done);
  switch (kind) {
    case 'constant':
      return peak;
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
