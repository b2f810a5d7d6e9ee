// How the columns are read: with their heat, or as differences from one of them; each by itself, or scrolled together.
import { Button, IconButton } from '#ui/Button.tsx';
import { controlLook } from '#ui/TextInput.tsx';
import type { Column } from './column.ts';
import { forgetRemoved, restoreColumn, useColumns, useRemoved } from './columns-store.ts';

interface CompareToolsProps {
  columns: readonly { readonly column: Column; readonly name: string }[];
  /** Id of the column that differences are drawn from; null: none are. */
  against: string | null;
  onAgainst: (id: string | null) => void;
}

/** One line above the columns. */
export function CompareTools({ columns, against, onAgainst }: CompareToolsProps) {
  const scrollsTogether = useColumns((state) => state.scrollsTogether);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-1 max-tablet:gap-x-3 border-b border-line px-4 py-1.5">
      <label className="flex items-center gap-2 text-dense text-muted">
        <span className="max-tablet:sr-only">Show</span>
        <select
          value={against ?? ''}
          onChange={(event) => onAgainst(event.currentTarget.value || null)}
          className={`${controlLook} max-tablet:max-w-52`}
        >
          <option value="">surprise</option>
          {columns.map(({ column, name }) => (
            <option key={column.id} value={column.id}>
              differences from {name.toLowerCase()}
            </option>
          ))}
        </select>
      </label>
      <label className="flex min-h-control items-center gap-2 text-dense text-muted">
        <input
          type="checkbox"
          checked={scrollsTogether}
          onChange={(event) => useColumns.setState({ scrollsTogether: event.currentTarget.checked })}
          className="accent-act"
        />
        Scroll together
      </label>
    </div>
  );
}

/** That a column was taken away, with the way back; its runs may have cost money. */
export function RemovedNote({ isFull }: { isFull: boolean }) {
  const removed = useRemoved((state) => state.removed);
  if (removed === null) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1 text-dense">
      <p role="status" className="text-muted">
        Column {removed.at + 1} was removed, with its runs.
      </p>
      <Button disabled={isFull} onClick={restoreColumn}>
        Undo
      </Button>
      <IconButton icon="cross" label="Dismiss" onClick={forgetRemoved} />
    </div>
  );
}
