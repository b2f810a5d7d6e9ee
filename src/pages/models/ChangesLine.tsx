// Changes since the last visit, with removed models and a filter.
import { useId, useEffect, useState } from 'react';
import type { Model } from '#api/schema/model.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { createDiary, keepVisits } from '#pricing/diary.ts';
import { snapshotModels, type Snapshot } from '#pricing/snapshot.ts';
import { formatAmount } from '#pricing/money.ts';
import { Popover } from '#ui/Popover.tsx';
import { changesText, type Changes, type FieldChange, changesBetween } from './changes.ts';

interface ChangesLineProps {
  changes: Changes;
  /** When the list came, milliseconds since 1970. */
  nowMs: number;
  isOnlyThese: boolean;
  onOnlyThese: () => void;
}

const mostListed = 200;

/** Renders nothing without changes. At the bottom, since it appears after the rows and must not move them. */
export function ChangesLine({ changes, nowMs, isOnlyThese, onOnlyThese }: ChangesLineProps) {
  const id = useId();
  const text = changesText(changes, nowMs);
  if (text === null) return null;
  const inTable = changes.added.size + changes.changed.size;
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-panel px-3 text-dense">
      <output>{text}</output>
      {inTable > 0 && (
        <button
          type="button"
          aria-pressed={isOnlyThese}
          onClick={onOnlyThese}
          className="h-control text-act hover:underline"
        >
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
            {[...changed].slice(0, mostListed).map(([id, fields]) => (
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
        {ids.slice(0, mostListed).map((id) => (
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
  return count > mostListed ? <li className="text-muted">and {count - mostListed} more</li> : null;
}

function fieldText({ field, before, after }: FieldChange): string {
  return `${field === 'context_length' ? 'context' : field} ${figure(before)} → ${figure(after)}`;
}

function figure(value: number | string | undefined): string {
  if (value === undefined) return 'not stated';
  return typeof value === 'number' ? formatAmount(value) : value;
}

const diary = createDiary();
const visits = keepVisits('models');

interface ModelDiary {
  /** Oldest first; the last one is the current list. */
  readonly pages: readonly Snapshot[];
  /** Null on a first visit, and while the diary is loading. */
  readonly changes: Changes | null;
}

const nothing: ModelDiary = { pages: [], changes: null };

/** @param atMs when the list came */
export function useModelDiary(connectionId: string, list: RecordList<Model>, atMs: number): ModelDiary {
  const [known, setKnown] = useState<{ connectionId: string; value: ModelDiary } | null>(null);
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
): Promise<ModelDiary> {
  const now = snapshotModels(connectionId, list.items, atMs);
  const { previousMs } = visits.note(connectionId, atMs);
  const before = await diary.pages(connectionId, 'models');
  await diary.write(now);
  // Snapshots are written on change, so that a visit's last one is the list as it ended.
  const then = before.findLast((page) => previousMs !== null && page.atMs <= previousMs);
  const changes = previousMs === null || then === undefined ? null : changesBetween(then, now, previousMs);
  return { pages: [...before, now], changes };
}
