// Training curves of a fine-tune, with overlays.
import { Suspense, useMemo } from 'react';
import { isOver, fineTuneName } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { LoadFailure, StaleNotice } from '#connection/LoadFailure.tsx';
import { alertMarks } from '#pages/fine-tunes/alerts/find-alerts.ts';
import { ChartsLoading } from '#pages/fine-tunes/charts/ChartsLoading.tsx';
import type { AxisHelp } from '#pages/fine-tunes/charts/LossCharts.tsx';
import { readChartView, writeChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import { shortNamesOf } from '#pages/fine-tunes/charts/chart-run.ts';
import { groupNames, labelsOf, useAllLabels, type LabelsById } from '#pages/fine-tunes/labels.ts';
import { areStepsCounted, isSet } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { totalSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { useOpenFiles } from './opened-snapshots.ts';
import { useLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import type { Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { formatCounted } from '#lib/format.ts';
import { meansOfGroups, chartRunOf, marksOf, openMarkOf, overlayNames } from './chart-runs.ts';
import { planRates } from './planned-rate.ts';
import { useChain, useOverlays, useSameArray, type AskedOverlay } from './use-overlays.ts';
import { dollarsOf, usePriceOf, type Readings } from './use-readings.ts';
import { DropZone } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { LogFileList } from '#pages/fine-tunes/log-files/LogFileList.tsx';
import { overlaidIds, type FineTuneSearch } from '#pages/fine-tunes/search.ts';
import type { FineTunePartProps } from '#pages/fine-tunes/use-fine-tune.ts';
import { PriceUnitButton } from '#pricing/UnitPicker.tsx';
import { Button, IconButton } from '#ui/Button.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Empty } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const LossCharts = lazyPart(() => import('#pages/fine-tunes/charts/LossCharts.tsx'), 'LossCharts');

interface CurvesProps extends FineTunePartProps {
  readings: Readings;
  alerts: readonly Alert[];
}

export function Curves({ open, all, readings, alerts, search, changeSearch }: CurvesProps) {
  const { fineTune, events, curves, checkpoints, freshness, curvesBeside } = open;
  const overlays = useOverlays(overlaidOf(fineTune.id, all, search), freshness.updatedAtMs);
  const logs = useLogFiles(fineTune.id);
  const { total, best, costs } = readings;
  const priceOf = usePriceOf();
  const chain = useChain(open, all, search.chain === 'on');
  const labels = useAllLabels();
  const [ownName, ...names] = overlayNames([fineTune, ...overlays.map(({ record }) => record)]);
  const single = useSameArray([
    chain?.run ?? chartRunOf({ record: fineTune, events, curves }, total, dollarsOf(costs), ownName),
    ...overlays.map((each, index) =>
      chartRunOf(each, totalSteps(each), dollarsOf(priceOf(each.record)), names[index]),
    ),
    ...logs.runs,
  ]);
  const isByGroup = search.by === 'group';
  const runs = useMemo(
    () => (isByGroup ? meansOfGroups(single, (id) => labelsOf(labels, id).group) : single),
    [single, labels, isByGroup],
  );
  const saved = checkpoints.items;
  const openEvent = search.event;
  const bestStep = best.isKnown ? best.step : null;
  const isMean = runs[0]?.spread !== undefined;
  const isCounted = areStepsCounted(curves);
  const marks = useMemo(() => {
    // They are of one of its runs.
    if (isMean) return [];
    const own = [
      ...(isCounted ? [] : openMarkOf(events, openEvent)),
      ...marksOf(events, saved ?? [], bestStep, curves, chain?.offset),
      ...alertMarks(alerts),
    ];
    if (chain === null) return own;
    return [
      ...chain.forks,
      ...own.map(({ id, kind, word, step, timeMs = null }) => ({
        id,
        kind,
        word,
        step: step + chain.offset,
        timeMs,
      })),
    ];
  }, [events, saved, bestStep, curves, alerts, chain, openEvent, isMean, isCounted]);
  const offset = chain?.offset ?? 0;
  const lastStep = isOver(fineTune.status) ? readings.step : null;
  const plan = useMemo(() => planRates(fineTune, total, lastStep), [fineTune, total, lastStep]);
  const planned = useMemo(
    () =>
      plan.isKnown && !isCounted
        ? { steps: plan.planned.steps.map((step) => step + offset), rates: plan.planned.rates }
        : undefined,
    [plan, offset, isCounted],
  );
  const openFiles = useOpenFiles(fineTune.id);
  // A new object redraws the charts.
  const view = useMemo(() => readChartView(search), [search]);
  const isEmpty = runs.every((run) => run.curves.curves.size === 0);
  const isLoading = isEmpty && curvesBeside.isLoading;
  // A working job may still send curves.
  const isWithout = isEmpty && !isLoading && isOver(fineTune.status) && !plan.isKnown;
  const isFailed = isEmpty && curvesBeside.error !== null && !plan.isKnown;
  return (
    <DropZone onFiles={openFiles} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Overlays {...{ open, search, changeSearch, overlays }} />
      <LogFileList key={fineTune.id} place={fineTune.id} files={logs.files} />
      {chain !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-dense text-muted">
          Drawn as one curve with the run it resumed from; its own steps continue from {chain.offset}.
          <Button look="quiet" onClick={() => changeSearch({ chain: undefined }, 'push')}>
            Show only this run
          </Button>
        </p>
      )}
      {isEmpty && curvesBeside.error !== null ? (
        <LoadFailure what="curves" error={curvesBeside.error} onRetry={curvesBeside.refresh} />
      ) : (
        <StaleNotice what="curves" error={curvesBeside.error} onRetry={curvesBeside.refresh} />
      )}
      {isFailed ? null : isWithout ? (
        <Empty title="No curves">
          <p>The service sent no losses. You can open a log file of the run instead.</p>
        </Empty>
      ) : (
        <Suspense fallback={<ChartsLoading />}>
          <LossCharts
            runs={runs}
            // The code of the charts comes beside the curves.
            isLoading={isLoading}
            marks={marks}
            planned={planned}
            costHelp={
              chain === null && isSet(fineTune.total_price)
                ? costs.unit === 'as sent'
                  ? unitHelp
                  : chosenUnitHelp
                : undefined
            }
            view={view}
            onView={(next, how) => changeSearch(writeChartView(next), how)}
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
const chosenUnitHelp: AxisHelp = { act: <PriceUnitButton>Change the unit</PriceUnitButton> };

/** Before the name of one without curves. */
function lackWords({ record, curves, isLoading, isFailed }: AskedOverlay): string {
  if (curves.curves.size > 0 || isLoading) return '';
  return isFailed ? 'not loaded: ' : isOver(record.status) ? 'no curves: ' : '';
}

interface OverlaysProps extends Omit<FineTunePartProps, 'all'> {
  overlays: readonly AskedOverlay[];
}

function Overlays({ open, search, changeSearch, overlays }: OverlaysProps) {
  const { id } = open.fineTune;
  const drawn = overlays.map(({ record }) => record);
  const ids = overlaidIds(search);
  // With the open one, to shorten its name, too.
  const shortNames = shortNamesOf(overlayNames([open.fineTune, ...drawn]));
  const isGrouped = sharesGroup([open.fineTune, ...drawn], useAllLabels());
  const missing = ids.filter((each) => each !== id && !drawn.some((one) => one.id === each));
  const chips = [
    ...overlays.map((each, index) => {
      const name = fineTuneName(each.record);
      return { id: each.record.id, name, words: lackWords(each) + (shortNames[index + 1] ?? name) };
    }),
    ...missing.map((each) => ({ id: each, name: each, words: `not listed: ${each}` })),
  ];
  if (chips.length === 0) return null;
  return (
    <div role="group" aria-label="Overlaid runs" className="flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <span
          key={chip.id}
          title={chip.name}
          className="flex min-w-0 items-center rounded-control border border-line pl-2 text-dense"
        >
          <span className="max-w-60 truncate">{chip.words}</span>
          <IconButton
            icon="cross"
            label={`Remove ${chip.name}`}
            onClick={() => changeSearch(overlaying(ids.filter((other) => other !== chip.id)), 'push')}
          />
        </span>
      ))}
      {search.by === 'group' && !isGrouped && (
        <span className="text-dense text-muted">
          No mean: in this browser, which keeps its own groups, no two of these runs share one.
        </span>
      )}
      {!(search.by === 'group' && isGrouped) && (
        <span className="text-dense text-faint">The marks are those of this fine-tune.</span>
      )}
    </div>
  );
}

export function OverlayPicker({ open, all, search, changeSearch }: FineTunePartProps) {
  const { id } = open.fineTune;
  const drawn = overlaidOf(id, all, search);
  const ids = overlaidIds(search);
  const labels = useAllLabels();
  const draw = (next: readonly string[], more: FineTuneSearch = {}) =>
    changeSearch({ ...overlaying(next), ...more }, 'push');
  const left = all.filter((each) => each.id !== id && !ids.includes(each.id));
  const groupOf = (each: FineTune) => labelsOf(labels, each.id).group;
  const groups = groupNames(labels).flatMap((group): readonly Group[] => {
    const members = all.filter((each) => groupOf(each) === group);
    return members.some((each) => left.includes(each)) && members.length > 1 ? [{ group, members }] : [];
  });
  const canGroup = sharesGroup([open.fineTune, ...drawn], labels);
  const isByGroup = search.by === 'group';
  function add(value: string) {
    const chosen = groups.find(({ group }) => groupValue(group) === value);
    if (chosen === undefined) return draw([...ids, value]);
    const members = chosen.members.map((each) => each.id).filter((each) => each !== id);
    draw([...new Set([...ids, ...members])], { by: 'group' });
  }
  return (
    <>
      {(canGroup || isByGroup) && (
        <Button
          look="quiet"
          aria-pressed={isByGroup}
          title="One line for the runs of a group: their mean, with a band from the lowest to the highest"
          onClick={() => changeSearch({ by: isByGroup ? undefined : 'group' }, 'push')}
        >
          Mean by group
        </Button>
      )}
      {left.length > 0 && (
        <Combobox
          label="Overlay"
          value=""
          emptyText="Overlay a run…"
          groups={[
            ...(groups.length === 0 ? [] : [{ label: 'Groups', options: groups.map(groupOption) }]),
            {
              label: 'Fine-tunes',
              options: left.map((each) => ({
                value: each.id,
                label: fineTuneName(each),
                isName: true,
                detail: each.status ?? '',
              })),
            },
          ]}
          onValue={add}
        />
      )}
    </>
  );
}

interface Group {
  readonly group: string;
  readonly members: readonly FineTune[];
}

function groupOption({ group, members }: Group) {
  return {
    value: groupValue(group),
    label: group,
    detail: `mean of ${formatCounted(members.length, 'run')}`,
  };
}

/** Do two of them? */
function sharesGroup(records: readonly FineTune[], labels: LabelsById): boolean {
  const groups = records.map(({ id }) => labelsOf(labels, id).group).filter(Boolean);
  return new Set(groups).size < groups.length;
}

/** Fine-tune ids have no spaces. */
function groupValue(group: string): string {
  return `group ${group}`;
}

function overlaying(ids: readonly string[]): FineTuneSearch {
  return { with: ids.join(',') || undefined };
}

function overlaidOf(id: string, all: readonly FineTune[], search: FineTuneSearch): readonly FineTune[] {
  return overlaidIds(search).flatMap((each) => all.find((one) => one.id === each && each !== id) ?? []);
}
