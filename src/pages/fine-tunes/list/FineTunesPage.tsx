// List of fine-tunes, polled, running ones first.
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { Suspense, useMemo, type ReactNode, useEffect } from 'react';
import { addressOf, paths } from '#lib/address.ts';
import { preloadMetrics } from '#api/metrics.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { LoadFailure, StaleNotice } from '#connection/LoadFailure.tsx';
import { useClient } from '#connection/use-client.ts';
import { StartCommands } from '#connection/StartCommands.tsx';
import { formatAge } from '#lib/dates.ts';
import { ListSinceLastVisit } from '#pages/fine-tunes/SinceLastVisit.tsx';
import { useAllLabels } from '#pages/fine-tunes/labels.ts';
import type { Seen } from '#pages/fine-tunes/fine-tunes-query.ts';
import { LocalDrop, OpenLocalFiles } from './LocalEntry.tsx';
import type { FineTunesSearch } from '#pages/fine-tunes/search.ts';
import { usePolledFineTunes } from '#pages/fine-tunes/use-polled-fine-tunes.ts';
import { usePriceUnit } from '#pricing/price-unit.ts';
import { DataTable } from '#table/DataTable.tsx';
import { ListNotes } from '#table/ListNotes.tsx';
import { pickTableParams } from '#table/address-params.ts';
import { useAddressedState } from '#table/address.ts';
import { linkLook } from '#ui/Field.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { FreshnessBar, type Freshness } from '#ui/Freshness.tsx';
import { Empty, Loading, useArrived } from '#ui/States.tsx';
import { phone, useMedia } from '#ui/use-media.ts';
import { fineTuneColumns, fineTuneOrder } from './columns.tsx';
import { alertedRow, goneRow, rowOf, type FineTuneRow } from './fine-tune-row.ts';
import { worstAlert, type Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { alertsAt } from '#pages/fine-tunes/alerts/find-alerts.ts';
import { useThresholds } from '#pages/fine-tunes/alerts/thresholds-store.ts';
import { useWatchedTrainings } from '#pages/fine-tunes/alerts/use-watched-trainings.ts';
import { isOver } from '#api/fine-tune-status.ts';
import { setTitleBadge } from '#ui/window-title.ts';

export { readFineTunesSearch as readSearch } from '#pages/fine-tunes/search.ts';

const LabelPicked = lazyPart(() => import('./LabelPicked.tsx'), 'LabelPicked');

interface FineTunesPageProps {
  search: FineTunesSearch;
  /** Replaces the query string. */
  changeSearch: (search: FineTunesSearch, how: 'push' | 'replace') => void;
  /** For an empty list. */
  act: ReactNode;
}

export function FineTunesPage(props: FineTunesPageProps) {
  const { list, gone, freshness, clock } = usePolledFineTunes(null);
  const isArrived = useArrived(list !== undefined);
  if (list !== undefined && isArrived) {
    return (
      <LocalDrop>
        <FineTunesTable {...props} list={list} gone={gone} freshness={freshness} aheadMs={clock.minAheadMs} />
      </LocalDrop>
    );
  }
  if (freshness.error === null) {
    return (
      <div className="p-4">
        <Loading rows={16} label="Loading fine-tunes" />
      </div>
    );
  }
  return (
    <LocalDrop>
      <div className="p-6">
        <LoadFailure
          what="fine-tunes"
          error={freshness.error}
          onRetry={freshness.refresh}
          act={<OpenLocalFiles />}
        />
      </div>
    </LocalDrop>
  );
}

interface FineTunesTableProps extends FineTunesPageProps {
  list: RecordList<FineTune>;
  gone: readonly Seen[];
  freshness: Freshness;
  /** The service's clock minus this one. */
  aheadMs: number;
}

function FineTunesTable(props: FineTunesTableProps) {
  const { search, changeSearch, act, list, gone, freshness, aheadMs } = props;
  const { unit } = usePriceUnit();
  const labels = useAllLabels();
  const isPhone = useMedia(phone);
  const columns = useMemo(() => fineTuneColumns(unit, labels, isPhone), [unit, labels, isPhone]);
  const scope = { columns, defaultSort: fineTuneOrder };
  const table = useAddressedState(pickTableParams(search), changeSearch, scope);
  const [, navigate] = useLocation();
  const client = useClient();
  const cache = useQueryClient();
  const { updatedAtMs } = freshness;
  const atMs = (updatedAtMs ?? 0) + aheadMs;
  const isLast = freshness.error !== null;
  const alerts = useListAlerts(list.items, atMs);
  const rows = useMemo(
    () => [
      ...list.items.map((record) =>
        alertedRow(rowOf(record, { atMs, aheadMs, isLast }), alerts.get(record.id) ?? null),
      ),
      ...gone.map(goneRow),
    ],
    [list, gone, atMs, aheadMs, isLast, alerts],
  );
  return (
    <div className="flex h-full flex-col">
      <ListNotes list={list} name="fine-tunes" />
      <ListSinceLastVisit all={list.items} answeredMs={freshness.updatedAtMs} />
      {freshness.error !== null && (
        <div className="shrink-0 border-b border-line px-3 py-1.5">
          <StaleNotice what="fine-tunes" error={freshness.error} updatedAtMs={updatedAtMs} />
        </div>
      )}
      <DataTable
        label="fine-tunes"
        rows={rows}
        columns={columns}
        row={{
          getId: idOf,
          onOpen({ id, seenMs }) {
            if (seenMs === null) preloadMetrics(cache, client, id);
            navigate(paths.fineTune(id));
          },
          getHref: hrefOf,
          getDimmed: dimmedWhy,
        }}
        state={table}
        defaultSort={fineTuneOrder}
        canCompare
        pickedAct={
          <>
            <OverlayLink ids={table[0].picked} />
            <Suspense>
              <LabelPicked ids={table[0].picked} />
            </Suspense>
          </>
        }
        controls={
          <>
            <OpenLocalFiles />
            <StartCommands label="New fine-tune" kinds={['fine-tune']} />
            <FreshnessBar freshness={freshness} />
          </>
        }
        empty={
          <Empty title="No fine-tunes yet" act={act}>
            <p>Every fine-tune of this service appears here with its status, loss and price.</p>
            <p>
              <strong>New fine-tune</strong> shows the command that starts one. You can also open log files of
              any trainer, or drop them here.
            </p>
          </Empty>
        }
      />
    </div>
  );
}

const idOf = ({ id }: FineTuneRow) => id;
const hrefOf = ({ id }: FineTuneRow) => paths.fineTune(id);

function dimmedWhy({ seenMs }: FineTuneRow): string | null {
  if (seenMs === null) return null;
  return `No longer listed; last seen ${formatAge(Date.now() - seenMs)} ago.`;
}

/** Overlays all others on the first. */
function OverlayLink({ ids }: { ids: readonly string[] }) {
  const [first, ...others] = ids;
  if (first === undefined || others.length === 0) return null;
  return (
    <Link href={addressOf(paths.fineTune(first), { with: others.join(',') })} className={linkLook}>
      Draw {ids.length} curves together
    </Link>
  );
}

/**
 * By id, urgent ones only.
 * @param readMs time of the answer, by the service's clock
 */
function useListAlerts(records: readonly FineTune[], readMs: number): ReadonlyMap<string, Alert> {
  const { thresholds } = useThresholds();
  const trainings = useMemo(
    () =>
      records.flatMap((record) => {
        const { events = [] } = record;
        return events.length === 0 ? [] : [{ record, events, curves: null, checkpoints: null }];
      }),
    [records],
  );
  const known = useWatchedTrainings(trainings);
  const found = useMemo(() => {
    const entries = records.flatMap(({ id, status }) => {
      const watched = known.get(id);
      const alerts = watched && alertsAt(watched, thresholds, [], isOver(status) ? null : readMs);
      const worst = worstAlert(alerts ?? []);
      return worst === null ? [] : [[id, worst] as const];
    });
    return new Map(entries);
  }, [records, known, thresholds, readMs]);
  const living = records.filter(({ id, status }) => found.has(id) && !isOver(status)).length;
  useEffect(() => setTitleBadge('fine-tunes', living), [living]);
  useEffect(() => () => setTitleBadge('fine-tunes', 0), []);
  return found;
}
