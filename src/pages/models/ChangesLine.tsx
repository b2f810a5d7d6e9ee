// Under the table: what is another than at the last visit, the models that went, and a way to see only these.
import { formatAmount } from '#pricing/money.ts';
import { useId } from 'react';
import { Popover } from '#ui/Popover.tsx';
import { changesText, type Changes, type FieldChange } from './changes.ts';

interface ChangesLineProps {
  changes: Changes;
  /** When the list came, milliseconds since 1970. */
  nowMs: number;
  isOnlyThese: boolean;
  onOnlyThese: () => void;
}

const mostListed = 200;

/** Nothing where nothing has changed. At the foot, because it comes after the rows and must not move them. */
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
      <Group title="Gone from the list" ids={removed} />
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
