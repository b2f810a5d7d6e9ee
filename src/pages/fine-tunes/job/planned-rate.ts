// Planned learning rate, computed from the schedule parameters.
import { formatCount, formatCounted, formatNumber } from '#lib/format.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { PlannedRates } from '#pages/fine-tunes/charts/chart-run.ts';

type RatePlan =
  | {
      readonly isKnown: true;
      readonly planned: PlannedRates;
      readonly warmupSteps: number;
      readonly formula: string;
    }
  | { readonly isKnown: false; readonly formula: string };

const pointLimit = 2_000;

/**
 * By step, from 1.
 * @param total steps of the whole training
 * @param last the step at which it ended early; null draws the whole plan
 */
export function planRates(record: FineTune, total: number | null, last: number | null = null): RatePlan {
  const peak = record.learning_rate;
  if (peak === undefined || !Number.isFinite(peak)) return unplanned('The record has no learning rate.');
  if (total === null) return unplanned('The number of steps is not known.');
  const word = (record.lr_scheduler?.lr_scheduler_type ?? '').toLowerCase();
  if (word !== 'linear' && word !== 'cosine')
    return unplanned(
      word === '' ? 'The record has no scheduler.' : `Schedulers of the type ${word} are not drawn.`,
    );
  const least = record.lr_scheduler?.lr_scheduler_args?.min_lr_ratio ?? 0;
  const warmupSteps = Math.round(total * (record.warmup_ratio ?? 0));
  const steps = stepsOf(total, warmupSteps, last ?? total);
  const rates = steps.map((step) => rateAt({ word, peak, least, warmupSteps, total }, step));
  const rise =
    warmupSteps === 0
      ? 'no warm-up'
      : `${formatCounted(warmupSteps, 'step')} of warm-up to ${formatNumber(peak)}`;
  const fall = `${word === 'linear' ? 'a line' : 'half a cosine'} from ${formatNumber(peak)} to ${formatNumber(peak * least)} at step ${formatCount(total)}`;
  return { isKnown: true, planned: { steps, rates }, warmupSteps, formula: `${rise}, then ${fall}` };
}

interface Schedule {
  readonly word: 'linear' | 'cosine';
  readonly peak: number;
  readonly least: number;
  readonly warmupSteps: number;
  readonly total: number;
}

/** The peak follows the warm-up, as in trainers that count from 0. */
function rateAt({ word, peak, least, warmupSteps, total }: Schedule, step: number): number {
  const done = step - 1;
  if (done < warmupSteps) return (peak * step) / warmupSteps;
  const share = (done - warmupSteps) / (total - warmupSteps);
  const fallen = word === 'linear' ? share : (1 - Math.cos(Math.PI * share)) / 2;
  return peak * (1 - (1 - least) * fallen);
}

// Keeps the plan's corner at the end of the warm-up.
function stepsOf(total: number, warmupSteps: number, last: number): Float64Array {
  const end = Math.min(last, total);
  const stride = Math.max(1, Math.ceil(total / pointLimit));
  const steps = new Set([1, warmupSteps, warmupSteps + 1, end]);
  for (let step = 1; step <= end; step += stride) steps.add(step);
  return Float64Array.from([...steps].filter((step) => step >= 1 && step <= end)).toSorted();
}

function unplanned(formula: string): RatePlan {
  return { isKnown: false, formula };
}
