// What the page concludes from the open fine-tune, reckoned once for header, charts and checkpoints.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { modelsQuery } from '#api/queries.ts';
import type { Checkpoint } from '#api/schema/fine-tune.ts';
import { checkpointName } from '#api/fine-tune-status.ts';
import { useClient } from '#connection/use-client.ts';
import { findBest, type BestFinding } from '#pages/fine-tunes/insight/best-checkpoint.ts';
import { readCosts, type CostMeter } from '#pages/fine-tunes/insight/cost-meter.ts';
import { usePriceUnit } from '#pricing/price-unit.ts';
import { currentStep, stepTimes, totalSteps, type StepTime } from '#pages/fine-tunes/insight/step-times.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { useCheckpointNames } from './use-checkpoint-names.ts';

/** Null is unknown. */
export interface Readings {
  readonly step: number | null;
  readonly total: number | null;
  readonly times: readonly StepTime[];
  readonly best: BestFinding;
  /** What a checkpoint is called where a model is asked for; null where it cannot be. */
  readonly nameOf: (checkpoint: Checkpoint) => string | null;
  readonly costs: CostMeter;
}

/** The models are asked for by the connection check already; their prices are read from there. */
export function useReadings({ fineTune: record, events, curves, checkpoints }: OpenFineTune): Readings {
  const models = useQuery({ ...modelsQuery(useClient()), enabled: false });
  const { unit: priceUnit } = usePriceUnit();
  const { unit: tokenUnit } = useTokenUnit();
  const pricing = models.data?.items.find(({ id }) => id === record.model)?.pricing;
  const saved = checkpoints.items ?? null;
  const listed = useCheckpointNames(record.id, record.status, saved);
  return useMemo(() => {
    const facts = { record, events, curves, checkpoints: saved };
    const [step, total] = [currentStep(facts), totalSteps(facts)];
    const best = findBest(record.id, curves, saved, listed);
    const bestStep = best.isKnown ? best.best.bestStep : best.bestStep;
    return {
      step,
      total,
      times: stepTimes(facts),
      best,
      nameOf: (checkpoint) => checkpointName(record.id, checkpoint, listed),
      costs: readCosts({ record, priceUnit, pricing, tokenUnit, step, total, bestStep }),
    };
  }, [record, events, curves, saved, listed, priceUnit, tokenUnit, pricing]);
}
