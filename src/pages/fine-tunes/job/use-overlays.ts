// Hooks for curves of other fine-tunes drawn over the open one.
import { useMemo, useState } from 'react';
import { fineTuneName } from '#api/fine-tune-status.ts';
import { fineTuneMetricsQuery } from '#api/metrics.ts';
import { fineTuneEventsQuery } from '#api/queries.ts';
import type { FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import type { ChartMark, ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { curvesOf } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { currentStep } from '#pages/fine-tunes/curves/step-times.ts';
import { type OpenFineTune, newsOf, useFollowingAll } from '#pages/fine-tunes/use-fine-tune.ts';
import { lineageOf, stitch } from './lineage.ts';

export interface Overlay {
  readonly record: FineTune;
  readonly events: readonly FineTuneEvent[];
  readonly curves: CurveSet;
}

export interface AskedOverlay extends Overlay {
  /** Without an answer, or with an error, curves may be missing. */
  readonly isLoading: boolean;
  readonly isFailed: boolean;
}

const noEvents: readonly FineTuneEvent[] = [];

/** Requests metrics, and events if the list has none; again at news. */
export function useOverlays(records: readonly FineTune[], listedMs: number | null): readonly AskedOverlay[] {
  const client = useClient();
  const metrics = useFollowingAll(
    records.map((record) => ({
      id: record.id,
      options: fineTuneMetricsQuery(client, record.id),
      news: newsOf(record, listedMs),
    })),
  );
  const events = useFollowingAll(
    records.map((record) => ({
      id: record.id,
      options: fineTuneEventsQuery(client, (record.events ?? noEvents).length === 0 ? record.id : null),
      news: newsOf(record, listedMs),
    })),
  );
  return records.map((record, index) => {
    const listed = record.events ?? noEvents;
    const known = listed.length > 0 ? listed : (events[index]?.data?.items ?? noEvents);
    const asked = [metrics[index], events[index]];
    return {
      record,
      events: known,
      curves: curvesOf(known, metrics[index]?.data),
      isLoading: asked.some((each) => each?.isLoading),
      isFailed: asked.some((each) => each?.isError),
    };
  });
}

interface Chain {
  /** Without token and cost axes, which differ by job. */
  readonly run: ChartRun;
  /** Steps before the open fine-tune. */
  readonly offset: number;
  /** Where one job continued another. */
  readonly forks: readonly ChartMark[];
}

/** Null if unwanted, or without a listed ancestor. */
export function useChain(
  { fineTune, curves, freshness }: Pick<OpenFineTune, 'fineTune' | 'curves' | 'freshness'>,
  all: readonly FineTune[],
  isAsked: boolean,
): Chain | null {
  const { chain } = useMemo(() => lineageOf(fineTune, all, () => null), [fineTune, all]);
  const ancestors = useOverlays(
    isAsked ? chain.slice(0, -1).map(({ job }) => job) : [],
    freshness.updatedAtMs,
  );
  const sets = useSameArray([...ancestors.map((each) => each.curves), curves]);
  const ids = useSameArray([...ancestors.map(({ record }) => record.id), fineTune.id]);
  const names = useSameArray([...ancestors.map(({ record }) => record), fineTune].map(fineTuneName));
  // Of one that was continued at its end, the last known step: its curves may be missing.
  const forkSteps = useSameArray(
    ancestors.map((each, index) => chain[index + 1]?.fromStep ?? currentStep(each)),
  );
  return useMemo(() => {
    if (sets.length < 2) return null;
    const parts = sets.map((each, index) => ({
      name: names[index] ?? '',
      curves: each,
      untilStep: forkSteps[index] ?? null,
    }));
    const { curves: whole, offsets } = stitch(parts);
    const forks = offsets.slice(1).map((step, index): ChartMark => ({
      step,
      word: `continues ${names[index] ?? ''}`,
      kind: 'event',
      id: `fork-${ids[index] ?? ''}`,
    }));
    return {
      run: {
        id: ids.at(-1) ?? '',
        label: names.at(-1) ?? '',
        curves: whole,
        tokensPerStep: null,
        dollarsPerStep: null,
        startedMs: null,
      },
      offset: offsets.at(-1) ?? 0,
      forks,
    };
  }, [sets, ids, names, forkSteps]);
}

/** The previous array while its elements are the same. */
export function useSameArray<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(items);
  const isSame = kept.length === items.length && kept.every((item, index) => item === items[index]);
  if (isSame) return kept;
  setKept(items);
  return items;
}
