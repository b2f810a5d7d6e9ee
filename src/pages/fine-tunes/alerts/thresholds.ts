// Alert thresholds: defaults, limits and labels.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';

export interface ThresholdField {
  readonly id: keyof Thresholds;
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly isWhole?: true;
}

export const Thresholds = z.object({
  /** Robust z-score. */
  spikeZ: z.number().check(z.gte(2), z.lte(100)),
  /** Multiple of the lowest median. */
  divergenceRatio: z.number().check(z.gte(1.05), z.lte(100)),
  plateauPoints: z.int().check(z.gte(10), z.lte(10_000)),
  /** Least improvement over `plateauPoints`. */
  plateauPercent: z.number().check(z.gte(0), z.lte(50)),
  overfitEvals: z.int().check(z.gte(1), z.lte(20)),
  /** Multiple of the median pause. */
  stallFactor: z.number().check(z.gte(2), z.lte(1_000)),
  stallSeconds: z.number().check(z.gte(1), z.lte(86_400)),
  /** Without progress in the queue. */
  queueMinutes: z.number().check(z.gte(1), z.lte(10_080)),
});

export type Thresholds = z.infer<typeof Thresholds>;

export const defaultThresholds: Thresholds = {
  spikeZ: 8,
  divergenceRatio: 1.5,
  plateauPoints: 60,
  plateauPercent: 0.5,
  overfitEvals: 2,
  stallFactor: 10,
  stallSeconds: 30,
  queueMinutes: 15,
};

/** In display order. */
export const thresholdFields: readonly ThresholdField[] = [
  { id: 'spikeZ', label: 'Spike: minimum robust z-score', unit: 'MAD', min: 2, max: 100, step: 0.5 },
  {
    id: 'divergenceRatio',
    label: 'Divergence: above the lowest median',
    unit: '×',
    min: 1.05,
    max: 100,
    step: 0.05,
  },
  {
    id: 'plateauPoints',
    label: 'Plateau: window',
    unit: 'points',
    min: 10,
    max: 10_000,
    step: 10,
    isWhole: true,
  },
  { id: 'plateauPercent', label: 'Plateau: improvement below', unit: '%', min: 0, max: 50, step: 0.1 },
  {
    id: 'overfitEvals',
    label: 'Overfitting: evaluations rising beyond their noise',
    unit: 'in a row',
    min: 1,
    max: 20,
    step: 1,
    isWhole: true,
  },
  { id: 'stallFactor', label: 'Stall: above the usual gap', unit: '×', min: 2, max: 1_000, step: 1 },
  { id: 'stallSeconds', label: 'Stall: minimum', unit: 's', min: 1, max: 86_400, step: 5 },
  { id: 'queueMinutes', label: 'Queue: no movement for', unit: 'min', min: 1, max: 10_080, step: 1 },
];
