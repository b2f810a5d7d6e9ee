// Training curves of a fine-tune, with overlays.
import { lazy, Suspense, useMemo } from 'react';
import { isOver } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { BesideNotice } from '#pages/fine-tunes/FreshnessBar.tsx';
import { alertMarks } from '#pages/fine-tunes/alerts/find-alerts.ts';
import type { AxisHelp } from '#pages/fine-tunes/charts/LossCharts.tsx';
import { readChartView, writeChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import { totalSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { openLogFiles, useLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import type { Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { planRates } from './planned-rate.ts';
import { chartRunOf, marksOf, openMarkOf } from './chart-runs.ts';
import { useChain, useOverlays, useSameArray } from './use-overlays.ts';
import { dollarsOf, usePriceOf, type Readings } from './use-readings.ts';
import { DropZone } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { LogFileList } from '#pages/fine-tunes/log-files/LogFileList.tsx';
import { chartParamNames, overlaidIds, type FineTuneSearch } from '#pages/fine-tunes/search.ts';
import type { FineTunePartProps } from '#pages/fine-tunes/use-fine-tune.ts';
import { PriceUnitButton } from '#pricing/PriceUnitButton.tsx';
import { Button, IconButton } from '#ui/Button.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { chunk } from '#ui/chunk.ts';

const LossCharts = lazy(async () => ({
  default: (await chunk(() => import('#pages/fine-tunes/charts/LossCharts.tsx'))).LossCharts,
}));

interface CurvesProps extends FineTunePartProps {
  readings: Readings;
  /** Marked where they fired. */
  alerts: readonly Alert[];
}

/** What is drawn, and how it is looked at, is in the address. */
export function Curves({ open, all, readings, alerts, search, changeSearch }: CurvesProps) {
  const { fineTune, events, curves, checkpoints, freshness, curvesBeside } = open;
  const overlays = useOverlays(overlaidOf(fineTune.id, all, search), freshness.updatedAtMs);
  const logs = useLogFiles(fineTune.id);
  const { total, best, costs } = readings;
  const priceOf = usePriceOf();
  const chain = useChain(open, all, search.chain === 'on');
  const runs = useSameArray([
    chain?.run ?? chartRunOf({ record: fineTune, events, curves }, total, dollarsOf(costs)),
    ...overlays.map((each) => chartRunOf(each, totalSteps(each), dollarsOf(priceOf(each.record)))),
    ...logs.runs,
  ]);
  const saved = checkpoints.items;
  const openEvent = search.event;
  const bestStep = best.isKnown ? best.best.step : null;
  const marks = useMemo(() => {
    const own = [
      ...marksOf(events, saved ?? [], bestStep, curves),
      ...alertMarks(alerts),
      ...openMarkOf(events, openEvent),
    ];
    if (chain === null) return own;
    return [
      ...chain.forks,
      ...own.map(({ id, kind, word, step }) => ({ id, kind, word, step: step + chain.offset })),
    ];
  }, [events, saved, bestStep, curves, alerts, chain, openEvent]);
  const offset = chain?.offset ?? 0;
  const plan = useMemo(() => planRates(fineTune, total), [fineTune, total]);
  const planned = useMemo(
    () =>
      plan.isKnown
        ? { steps: plan.planned.steps.map((step) => step + offset), rates: plan.planned.rates }
        : undefined,
    [plan, offset],
  );
  // The same object for the same address: another one redraws the charts.
  const view = useMemo(() => readChartView(search), [search]);
  const isEmpty = runs.every((run) => run.curves.curves.size === 0);
  // One that works may still send some: that is what empty charts say.
  const isWithout = isEmpty && isOver(fineTune.status) && !plan.isKnown;
  const isFailed = isEmpty && curvesBeside.error !== null && !plan.isKnown;
  return (
    <DropZone
      onFiles={(files) => void openLogFiles(fineTune.id, files)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <LogFileList place={fineTune.id} files={logs.files} />
      {chain !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-dense text-muted">
          Drawn as one curve with the run it resumed from; its own steps continue from {chain.offset}.
          <Button look="quiet" onClick={() => changeSearch({ chain: undefined }, 'push')}>
            Show only this run
          </Button>
        </p>
      )}
      <BesideNotice beside={curvesBeside} what="curves" isEmpty={isEmpty} />
      {isFailed ? null : isEmpty && curvesBeside.isLoading ? (
        <Loading rows={12} label="Loading the curves" />
      ) : isWithout ? (
        <Empty title="No curves">
          <p>The service sent no losses. You can open a log file of the run instead.</p>
        </Empty>
      ) : (
        <Suspense fallback={<Loading rows={12} label="Loading the charts" />}>
          <LossCharts
            runs={runs}
            marks={marks}
            planned={planned}
            costHelp={
              chain === null && costs.unit === 'as sent' && costs.total.value !== null ? unitHelp : undefined
            }
            view={view}
            onView={(next, how) => changeSearch({ ...noChartParams, ...writeChartView(next) }, how)}
          />
        </Suspense>
      )}
    </DropZone>
  );
}

const unitHelp: AxisHelp = {
  reason: 'choose the unit of total_price first',
  act: <PriceUnitButton>Choose the unit</PriceUnitButton>,
};

const noChartParams = Object.fromEntries(chartParamNames.map((name) => [name, undefined]));

/** Which others are drawn: one is added from a list, each can be taken away. */
export function OverlayPicker({ open, all, search, changeSearch }: FineTunePartProps) {
  const { id } = open.fineTune;
  const drawn = overlaidOf(id, all, search);
  const ids = overlaidIds(search);
  const draw = (next: readonly string[]) => changeSearch({ with: next.join(',') || undefined }, 'push');
  const left = all.filter((each) => each.id !== id && !ids.includes(each.id));
  return (
    <>
      {drawn.map((each) => (
        <span key={each.id} className="flex items-center rounded-control border border-line pl-2 text-dense">
          <span className="max-w-40 truncate">{each.model_output_name || each.id}</span>
          <IconButton
            icon="cross"
            label={`Remove ${each.model_output_name || each.id}`}
            onClick={() => draw(ids.filter((other) => other !== each.id))}
          />
        </span>
      ))}
      {left.length > 0 && (
        <Combobox
          label="Overlay"
          value=""
          emptyText="Overlay a run…"
          groups={[
            {
              label: 'Fine-tunes',
              options: left.map((each) => ({
                value: each.id,
                label: each.model_output_name || each.id,
                detail: each.status ?? '',
              })),
            },
          ]}
          onValue={(value) => draw([...ids, value])}
        />
      )}
    </>
  );
}

function overlaidOf(id: string, all: readonly FineTune[], search: FineTuneSearch): readonly FineTune[] {
  return overlaidIds(search).flatMap((each) => all.find((one) => one.id === each && each !== id) ?? []);
}
