// Derived values of the open fine-tune, shared by its parts.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useEffect, useCallback, useDeferredValue } from 'react';
import { checkpointName, checkpointStep } from '#api/fine-tune-status.ts';
import { modelsQuery } from '#api/queries.ts';
import type { Checkpoint, FineTune } from '#api/schema/fine-tune.ts';
import { useClient, useListedIds } from '#connection/use-client.ts';
import { currentStep, stepTimes, totalSteps, type TimedSteps } from '#pages/fine-tunes/curves/step-times.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { usePriceUnit } from '#pricing/price-unit.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { findBest, type BestFinding } from './best-checkpoint.ts';
import { readCosts, type CostMeter, priceOf, type Price } from './CostPart.tsx';

/** Null is unknown. */
export interface Readings {
  readonly step: number | null;
  readonly total: number | null;
  readonly times: TimedSteps;
  readonly best: BestFinding;
  /** Model id; null without one. */
  readonly nameOf: (checkpoint: Checkpoint) => string | null;
  readonly costs: CostMeter;
}

/** The connection check requests the models. */
export function useReadings(open: OpenFineTune): Readings {
  const { fineTune: record, checkpoints } = open;
  // Reading a long training takes a task of its own.
  const { events, curves } = useDeferredValue(
    useMemo(() => ({ events: open.events, curves: open.curves }), [open.events, open.curves]),
  );
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
    return {
      step,
      total,
      times: stepTimes(facts),
      best,
      nameOf: (checkpoint) => checkpointName(record.id, checkpoint, listed),
      costs: readCosts({ record, priceUnit, pricing, tokenUnit, step, total, bestStep: best.bestStep }),
    };
  }, [record, events, curves, saved, listed, priceUnit, tokenUnit, pricing]);
}

/**
 * Refetches models when names depend on them, or the job has progressed.
 * @param saved null until read
 */
function useCheckpointNames(
  jobId: string,
  status: string | undefined,
  saved: readonly Checkpoint[] | null,
): ReadonlySet<string> {
  const listed = useListedIds();
  const { refetch } = useQuery({ ...modelsQuery(useClient()), enabled: false });
  const unlisted = useMemo(
    () =>
      (saved ?? []).filter((checkpoint) => {
        const step = checkpointStep(checkpoint);
        return step !== null && checkpointName(jobId, checkpoint, listed) === jobId;
      }).length,
    [jobId, saved, listed],
  );
  const moment = unlisted === 0 ? null : `${unlisted} of ${saved?.length} ${status}`;
  useEffect(() => {
    if (moment !== null) void refetch({ cancelRefetch: false });
  }, [moment, refetch]);
  return listed;
}

/** The connection check requests the models. */
export function usePriceOf(): (record: FineTune) => Price {
  const models = useQuery({ ...modelsQuery(useClient()), enabled: false }).data;
  const { unit: priceUnit } = usePriceUnit();
  const { unit: tokenUnit } = useTokenUnit();
  return useCallback(
    (record) => {
      const pricing = models?.items.find(({ id }) => id === record.model)?.pricing;
      return priceOf({ record, priceUnit, pricing, tokenUnit });
    },
    [models, priceUnit, tokenUnit],
  );
}

/** Null while price or unit is unknown. */
export function dollarsOf({ unit, total }: Price): number | null {
  return unit === 'dollars' ? total.value : null;
}
