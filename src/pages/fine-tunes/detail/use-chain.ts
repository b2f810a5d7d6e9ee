// The open fine-tune with all that it came from as one run, for the charts.
import { useMemo } from 'react';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { ChartMark, ChartRun } from '#pages/fine-tunes/chart/chart-run.ts';
import { lineageOf } from '#pages/fine-tunes/insight/lineage.ts';
import { stitch } from '#pages/fine-tunes/insight/stitch.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { useOverlays } from './use-overlays.ts';
import { useSameArray } from './use-same-array.ts';

/** A chain that is drawn as one curve. */
export interface Chain {
  /** Jobs cost and read differently: a chain has no axis of tokens and none of cost. */
  readonly run: ChartRun;
  /** Steps before the open fine-tune's first one. */
  readonly offset: number;
  /** Where one job went on from another. */
  readonly forks: readonly ChartMark[];
}

/** Null where it is not asked for, or nothing is listed that the fine-tune came from. */
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
  const forkSteps = useSameArray([...chain.slice(1).map(({ fromStep }) => fromStep), null]);
  const label = fineTune.model_output_name || fineTune.id;
  return useMemo(() => {
    if (sets.length < 2) return null;
    const parts = sets.map((each, index) => ({
      id: ids[index] ?? '',
      curves: each,
      untilStep: forkSteps[index] ?? null,
    }));
    const { curves: whole, offsets } = stitch(parts);
    const id = ids.at(-1) ?? '';
    const forks = offsets.slice(1).map((step, index): ChartMark => ({
      step,
      word: `on from ${ids[index] ?? ''}`,
      kind: 'event',
      id: `fork-${ids[index] ?? ''}`,
    }));
    return {
      run: { id, label, curves: whole, tokensPerStep: null, dollarsPerStep: null, startedMs: null },
      offset: offsets.at(-1) ?? 0,
      forks,
    };
  }, [sets, ids, forkSteps, label]);
}
