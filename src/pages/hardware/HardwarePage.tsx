// Hardware page.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { hardwareQuery } from '#api/queries.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { useClient, useServiceKey } from '#connection/use-client.ts';
import { ContextLine } from '#pages/hardware/configurations/ChangesPanel.tsx';
import { HardwareTable } from '#pages/hardware/configurations/HardwareTable.tsx';
import { PageBar, ViewSwitch } from '#pages/hardware/configurations/PageBar.tsx';
import { FoundNotes } from '#pages/hardware/configurations/WatchPanel.tsx';
import { hardwareRows, hasOtherPrices, plannedRows } from '#pages/hardware/configurations/hardware-row.ts';
import {
  withNumber,
  readChoices,
  withChoices,
  type Choices,
  type HardwareSearch,
} from '#pages/hardware/configurations/search.ts';
import { usePriceHistory } from '#pages/hardware/configurations/use-price-history.ts';
import { watchDelayMs } from '#pages/hardware/configurations/watches.ts';
import { ListNotes } from '#table/ListNotes.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Empty, Loading, useArrived } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { useOpenedLink } from '#ui/use-link-fragment.ts';
import { useOwnEntry } from '#ui/use-own-entry.ts';
import { PlanBar } from '#pages/hardware/configurations/PlanBar.tsx';
import type { ReadDecision } from './decision/decision.ts';

export { readHardwareSearch as readSearch } from '#pages/hardware/configurations/search.ts';

const BreakEvenPart = lazyPart(() => import('#pages/hardware/decision/BreakEvenPart.tsx'), 'BreakEvenPart');

const MatrixView = lazyPart(() => import('./MatrixView.tsx'), 'MatrixView');

interface HardwarePageProps {
  search: HardwareSearch;
  /** Updates the URL's latest search parameters. */
  changeSearch: (change: (before: HardwareSearch) => HardwareSearch, how: 'push' | 'replace') => void;
  /** Suggested if there is nothing to show. */
  act: ReactNode;
}

/**
 * Fetches prices once and when a later answer states others, availability when a model is chosen; polls only on
 * request.
 */
export function HardwarePage({ search, changeSearch, act }: HardwarePageProps) {
  const client = useClient();
  const choices = useMemo(() => readChoices(search), [search]);
  const { model, replicas, budget, need } = choices;
  const all = useQuery(hardwareQuery(client));
  const isArrived = useArrived(all.data !== undefined);
  // A link must not make a browser poll.
  const [isPolling, setPolling] = useState(false);
  // Another delay, at any change of the page, would begin the wait again.
  const [chance] = useState(Math.random);
  const [isUnfolded, setUnfolded] = useState(false);
  const link = useOpenedLink('decision');
  const [read, setRead] = useState<ReadDecision | null>(null);
  const planId = useId();
  const asked = useQuery({
    ...hardwareQuery(client, model ?? undefined),
    enabled: model !== null,
    refetchInterval: ({ state }) => isPolling && (watchDelayMs(0, state.error, chance) ?? false),
  });
  const offered = model === null ? undefined : asked.data;
  const { refetch: askPrices } = all;
  // Of each such answer: what is refused once is asked for again.
  const otherPricesMs =
    all.data !== undefined &&
    offered !== undefined &&
    all.dataUpdatedAt < asked.dataUpdatedAt &&
    hasOtherPrices(all.data.items, offered.items)
      ? asked.dataUpdatedAt
      : null;
  useEffect(() => {
    if (otherPricesMs !== null) void askPrices();
  }, [otherPricesMs, askPrices]);
  // Typing in the plan must not compare configurations again.
  const allRows = useMemo(
    () => (all.data === undefined ? [] : hardwareRows({ all: all.data, offered: offered ?? null, model })),
    [all.data, offered, model],
  );
  const rows = useMemo(
    () => plannedRows(allRows, offered?.items ?? null, { replicas, budget, need }),
    [allRows, offered, replicas, budget, need],
  );

  const priceHistory = usePriceHistory(useServiceKey(), all, model, {
    data: offered,
    dataUpdatedAt: asked.dataUpdatedAt,
  });

  const sideEntry = useOwnEntry();
  function change(part: Partial<Choices>) {
    if (part.side === null && sideEntry.closes(JSON.stringify(withChoices(search, part)))) return;
    // On a phone Back closes the side panel, which covers the table.
    const isOpening = choices.side === null && (part.side ?? null) !== null;
    if (isOpening) sideEntry.opens(JSON.stringify(search));
    const isStep = 'model' in part || 'view' in part || isOpening;
    changeSearch((before) => withChoices(before, part), isStep ? 'push' : 'replace');
  }

  function changeNumber(name: string, value: number | string | null) {
    changeSearch((before) => withNumber(before, name, value), 'replace');
  }

  if (all.data === undefined || !isArrived) {
    return all.isPending || all.isSuccess ? (
      <div className="p-4">
        <Loading rows={18} label="Loading hardware" />
      </div>
    ) : (
      <div className="p-6">
        <LoadFailure what="hardware" error={all.error} onRetry={() => void all.refetch()} />
      </div>
    );
  }
  if (all.data.items.length === 0) {
    return (
      <div className="p-6">
        <ListNotes list={all.data} name="configurations" />
        <Empty title="No hardware" act={act}>
          <p>The service lists no configurations. Models may still be available serverless.</p>
        </Empty>
      </div>
    );
  }
  if (choices.view !== 'table') {
    const isMatrix = choices.view === 'matrix';
    return (
      <div className={`flex h-full flex-col ${isMatrix ? 'max-tablet:h-auto' : ''}`}>
        <div className="flex min-h-bar shrink-0 items-center border-b border-line bg-panel px-3 py-1.5 print:hidden">
          <ViewSwitch view={choices.view} onView={(view) => change({ view })} />
        </div>
        <FoundNotes />
        <PanelBoundary
          name={`The ${choices.view}`}
          whileLoading={
            <div className="p-4">
              <Loading rows={14} label={`Loading the ${choices.view}`} />
            </div>
          }
        >
          {isMatrix ? (
            <MatrixView
              client={client}
              hardware={all.data.items}
              snapshots={priceHistory.snapshots}
              rows={choices.rows}
              onRows={(models) => change({ rows: models })}
              onModel={(name) => change({ view: 'table', model: name })}
            />
          ) : (
            <BreakEvenPart
              search={search}
              changeSearch={changeSearch}
              choices={choices}
              onChange={change}
              onNumber={changeNumber}
              hardware={all.data}
              hardwareAtMs={all.dataUpdatedAt}
              snapshots={priceHistory.snapshots}
              opened={{ link, read, onRead: setRead }}
            />
          )}
        </PanelBoundary>
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col max-tablet:h-auto">
      <PageBar
        choices={choices}
        onChange={change}
        prices={all}
        availability={model === null ? null : asked}
        isPolling={isPolling}
        onPolling={setPolling}
        isUnfolded={isUnfolded}
        onUnfolded={setUnfolded}
        planId={planId}
      />
      <PlanBar
        choices={choices}
        rows={rows}
        hasFailed={asked.isError}
        onNumber={changeNumber}
        onOpen={(open) => change({ open, side: 'details' })}
        isUnfolded={isUnfolded}
        fieldsId={planId}
      />
      <ContextLine
        priceHistory={priceHistory}
        isForModel={model !== null}
        onShow={() => change({ side: 'changes' })}
      />
      <FoundNotes />
      <ListNotes list={all.data} name="configurations" />
      <HardwareTable
        search={search}
        changeSearch={changeSearch}
        choices={choices}
        rows={rows}
        onChange={change}
        priceHistory={priceHistory}
        client={client}
      />
    </div>
  );
}
