// Column menu.
import { useId, useState, type KeyboardEvent } from 'react';
import { BareButton, Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';
import { moveColumn, pinnedColumns, shownColumns, toggleColumn, togglePin } from './column-order.ts';
import type { Column } from './column.ts';
import { turnSort, defaultColumns, type ChangeTable, type TableState } from './table-state.ts';

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  state: TableState;
  onState: ChangeTable;
}

/** By dragging, arrow buttons, or Alt and the arrow keys on a name. */
export function ColumnMenu<Row>({ columns, state, onState }: ColumnMenuProps<Row>) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} aria-haspopup="dialog" className={menuButton}>
        Columns
      </button>
      <Popover id={id} label="Columns">
        {() => <ColumnList columns={columns} state={state} onState={onState} />}
      </Popover>
    </>
  );
}

/** A native popover needs its own button element. */
export const menuButton =
  'inline-flex h-control items-center rounded-control border border-line px-2.5 transition-colors hover:border-edge';

function ColumnList<Row>({ columns, state, onState }: ColumnMenuProps<Row>) {
  const [dragged, setDragged] = useState<string | null>(null);
  const shown = shownColumns(columns, state.columns);
  const pinned = pinnedColumns(columns, state);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const hidden = columns.filter((column) => !shown.includes(column.id));
  const listed = [...shown.flatMap((each) => byId.get(each) ?? []), ...hidden];
  const { shown: brought, hidden: taken, order } = state.columns;
  const isAsItComes =
    brought.length + taken.length + Object.keys(state.widths).length === 0 &&
    order === null &&
    state.pinned === null;

  function handleKey(event: KeyboardEvent, column: Column<Row>, place: number) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !event.altKey) return;
    event.preventDefault();
    onState((now) => moveColumn(columns, now, column.id, place + step));
  }

  return (
    <div className="flex max-h-[inherit] flex-col">
      <div className="flex items-center justify-between gap-2 border-b border-line px-3 py-2">
        <span className="text-dense text-muted pointer-coarse:hidden">
          Drag, or Alt with the arrow keys, to move
        </span>
        <span className="hidden text-dense text-muted pointer-coarse:block">Sort, move, pin left</span>
        <Button
          look="quiet"
          disabled={isAsItComes}
          onClick={() => onState((now) => ({ ...now, columns: defaultColumns, pinned: null, widths: {} }))}
        >
          Reset columns
        </Button>
      </div>
      <ul className="min-h-0 overflow-y-auto overscroll-contain py-1">
        {listed.map((column) => {
          const place = shown.indexOf(column.id);
          const isShown = place !== -1;
          const isPinned = isShown && pinned.includes(column.id);
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for pointers; keys work in the box inside
            <li
              key={column.id}
              draggable={isShown}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(column.id);
              }}
              onDragOver={(event) => {
                if (dragged === null || !isShown) return;
                event.preventDefault();
                if (dragged !== column.id) onState((now) => moveColumn(columns, now, dragged, place));
              }}
              onDragEnd={() => setDragged(null)}
              className={`flex h-control items-center px-3 hover:bg-raised ${dragged === column.id ? 'bg-tint' : ''}`}
            >
              <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={() => onState((now) => toggleColumn(columns, now, column.id))}
                  data-keys="columns"
                  onKeyDown={(event) => handleKey(event, column, place)}
                  className="size-3.5 shrink-0 accent-act"
                />
                <span className="truncate">{column.head}</span>
                {column.unit && <span className="shrink-0 text-dense text-faint">{column.unit}</span>}
              </label>
              {isShown && (
                <>
                  <SortButton column={column} state={state} onState={onState} />
                  {([-1, 1] as const).map((step) => (
                    <BareButton
                      key={step}
                      aria-label={`Move ${column.head} ${step < 0 ? 'up' : 'down'}`}
                      title={`Move ${column.head} ${step < 0 ? 'up' : 'down'}`}
                      disabled={step < 0 ? place === 0 : place === shown.length - 1}
                      onClick={() => onState((now) => moveColumn(columns, now, column.id, place + step))}
                      className={`${smallButton} text-faint hover:text-text aria-disabled:opacity-45`}
                    >
                      <Icon name={step < 0 ? 'arrowUp' : 'arrowDown'} />
                    </BareButton>
                  ))}
                  <button
                    type="button"
                    aria-pressed={isPinned}
                    aria-label={`Pin ${column.head} left`}
                    title={`Pin ${column.head} left`}
                    onClick={() => onState((now) => togglePin(columns, now, column.id))}
                    className={`${smallButton} ${isPinned ? 'text-act' : 'text-faint hover:text-text'}`}
                  >
                    <Icon name="pin" />
                  </button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const smallButton =
  'flex size-6 shrink-0 items-center justify-center rounded-token pointer-coarse:h-control pointer-coarse:w-8';

interface SortButtonProps<Row> {
  column: Column<Row>;
  state: TableState;
  onState: ChangeTable;
}

/** Multi-column sorting without Shift. */
function SortButton<Row>({ column, state, onState }: SortButtonProps<Row>) {
  const at = state.sort.findIndex((key) => key.id === column.id);
  const key = state.sort[at];
  const act =
    key === undefined
      ? `Add ${column.head} as next sort key`
      : key.isDescending
        ? `Remove sort by ${column.head}`
        : `Sort ${column.head} descending`;
  return (
    <button
      type="button"
      aria-label={key === undefined ? act : `${act}, sort key ${at + 1}`}
      title={act}
      onClick={() => onState((now) => turnSort(now, column.id, true))}
      className={`${smallButton} text-dense tabular-nums ${key === undefined ? 'text-faint hover:text-text' : 'text-act'}`}
    >
      {key === undefined ? '△▽' : `${at + 1}${key.isDescending ? '▼' : '▲'}`}
    </button>
  );
}
