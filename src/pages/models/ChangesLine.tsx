// Changes since the last visit.
import { useId, useEffect, useState } from 'react';
import type { Model } from '#api/schema/model.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { pastWords } from '#lib/dates.ts';
import {
  createPriceHistory,
  priceTexts,
  createVisits,
  differences,
  snapshotModels,
  type Snapshot,
} from '#pricing/price-history.ts';
import { Popover } from '#ui/Popover.tsx';

interface ChangesLineProps {
  changes: Changes;
  nowMs: number;
  isOnlyThese: boolean;
  onOnlyThese: () => void;
}

const maxListed = 200;

/** At the bottom: it must not move the rows. */
export function ChangesLine({ changes, nowMs, isOnlyThese, onOnlyThese }: ChangesLineProps) {
  const id = useId();
  const text = changesText(changes, nowMs);
  if (text === null) return null;
  const inTable = changes.added.size + changes.changed.size;
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-panel px-3 text-dense">
      <output>{text}</output>
      {inTable > 0 && (
        <button type="button" onClick={onOnlyThese} className="h-control text-act hover:underline">
          {isOnlyThese ? 'Show all models' : 'Show only these'}
        </button>
      )}
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        className="h-control text-act hover:underline"
      >
        What changed
      </button>
      <Popover id={id} label="What changed">
        {() => <ChangeList changes={changes} />}
      </Popover>
    </div>
  );
}

function ChangeList({ changes: { added, removed, changed } }: { changes: Changes }) {
  return (
    <div className="grid max-h-[inherit] gap-3 overflow-y-auto p-3 text-dense">
      <Group title="New" ids={[...added]} />
      <Group title="No longer listed" ids={removed} />
      {changed.size > 0 && (
        <div>
          <h3 className="font-medium">Changed</h3>
          <ul>
            {[...changed].slice(0, maxListed).map(([id, fields]) => (
              <li key={id} className="wrap-anywhere">
                <span className="font-mono">{id}</span>
                <span className="text-muted">: {fields.map(fieldText).join(', ')}</span>
              </li>
            ))}
            <More count={changed.size} />
          </ul>
        </div>
      )}
    </div>
  );
}

function Group({ title, ids }: { title: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul>
        {ids.slice(0, maxListed).map((id) => (
          <li key={id} className="font-mono wrap-anywhere">
            {id}
          </li>
        ))}
        <More count={ids.length} />
      </ul>
    </div>
  );
}

function More({ count }: { count: number }) {
  return count > maxListed ? <li className="text-muted">and {count - maxListed} more</li> : null;
}

export function fieldText({ field, before, after }: FieldChange): string {
  const texts = priceTexts(before, after);
  if (field !== 'context_length') return `${field} ${texts.join(' → ')}`;
  const [was, is] = [before, after].map((each, at) =>
    typeof each === 'number' ? formatCount(each) : texts[at],
  );
  return `context ${was} → ${is}`;
}

const priceHistory = createPriceHistory();
const visits = createVisits('models');

interface ModelPriceHistory {
  /** Oldest first; the last is the current list. */
  readonly snapshots: readonly Snapshot[];
  /** Null with the first list. */
  readonly changes: Changes | null;
}

const nothing: ModelPriceHistory = { snapshots: [], changes: null };

export function useModelPriceHistory(
  connectionId: string,
  list: RecordList<Model>,
  atMs: number,
): ModelPriceHistory {
  const [known, setKnown] = useState<{ connectionId: string; value: ModelPriceHistory } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    async function renew() {
      const value = await writeAndCompare(connectionId, list, atMs);
      if (isCurrent) setKnown({ connectionId, value });
    }
    void renew();
    return () => {
      isCurrent = false;
    };
  }, [connectionId, list, atMs]);
  return known?.connectionId === connectionId ? known.value : nothing;
}

async function writeAndCompare(
  connectionId: string,
  list: RecordList<Model>,
  atMs: number,
): Promise<ModelPriceHistory> {
  const now = snapshotModels(connectionId, list.items, atMs);
  const { startedMs, previousMs } = visits.note(connectionId, atMs);
  const before = await priceHistory.snapshots(connectionId, 'models');
  await priceHistory.write(now);
  // Written on change: a visit's last snapshot is the list as it ended. A first visit compares with its first list.
  const then = before.findLast((snapshot) => snapshot.atMs <= (previousMs ?? startedMs));
  const changes = then === undefined ? null : changesBetween(then, now, previousMs);
  return { snapshots: [...before, now], changes };
}

/** Undefined if absent. */
interface FieldChange {
  readonly field: string;
  readonly before: number | string | undefined;
  readonly after: number | string | undefined;
}

export interface Changes {
  /** End of the last visit, Unix milliseconds; null during the first. */
  readonly sinceMs: number | null;
  readonly added: ReadonlySet<string>;
  readonly removed: readonly string[];
  readonly changed: ReadonlyMap<string, readonly FieldChange[]>;
}

export function changesBetween(before: Snapshot, after: Snapshot, sinceMs: number | null): Changes {
  const added = new Set<string>();
  const removed: string[] = [];
  const changed = new Map<string, FieldChange[]>();
  for (const each of differences(before, after)) {
    if (each.kind === 'changed') changed.set(each.id, [...(changed.get(each.id) ?? []), each]);
    else if (each.kind === 'added') added.add(each.id);
    else removed.push(each.id);
  }
  return { sinceMs, added, removed, changed };
}

/** "Since your last visit, 3 days ago: 2 new, 1 gone, 2 prices changed". */
export function changesText({ sinceMs, added, removed, changed }: Changes, nowMs: number): string | null {
  const fields = [...changed.values()].flat();
  const priced = fields.filter(({ field }) => field !== 'context_length').length;
  const resized = fields.length - priced;
  const parts = [
    added.size > 0 && `${added.size} new`,
    removed.length > 0 && `${removed.length} gone`,
    priced > 0 && `${formatCounted(priced, 'price')} changed`,
    resized > 0 && `${formatCounted(resized, 'context')} changed`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const since =
    sinceMs === null ? 'During this first visit' : `Since your last visit, ${pastWords(sinceMs, nowMs)}`;
  return `${since}: ${parts.join(', ')}`;
}

export function priceBefore(changes: Changes | null, id: string, field: string): FieldChange | undefined {
  return changes?.changed.get(id)?.find((change) => change.field === field);
}
