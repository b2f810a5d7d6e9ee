// Sticky table heads.
import {
  startTransition,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  type ReactNode,
} from 'react';
import { useDraftText } from '#ui/number-text.ts';
import { FacetMenu, type FacetSource } from './FacetMenu.tsx';
import { isNumeric, type Column } from './column.ts';
import { parseFilter } from './filter.ts';
import { pinnedEdge, withWidth, type PlacedColumn } from './column-order.ts';
import { setFilter, turnSort, type ChangeTable, type TableState } from './table-state.ts';

interface TableHeadProps<Row> {
  columns: readonly PlacedColumn<Row>[];
  state: TableState;
  onState: ChangeTable;
  facets: FacetSource<Row>;
  hasPicks: boolean;
}

/**
 * One tab stop for names (arrows move, Enter sorts, Shift+Enter adds a key, Alt+arrows resize), one per
 * filter.
 */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, state, onState, facets, hasPicks } = props;
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, columns.length - 1);
  const setWidth = (id: string, width: number) => onState((now) => withWidth(now, id, width));

  function handleKey(event: KeyboardEvent<HTMLButtonElement>, place: number) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const here = columns[place];
    if (step === 0 || !here) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.altKey) {
      setWidth(here.column.id, here.width + step * 16);
      return;
    }
    const next = Math.max(0, Math.min(columns.length - 1, place + step));
    setCurrent(next);
    const button = event.currentTarget.closest('[role=row]')?.querySelector(`[data-head="${next}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-bg">
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line [grid-template-columns:var(--table-columns)]"
      >
        {hasPicks && (
          <div
            role="columnheader"
            aria-colindex={1}
            data-keys="picks"
            className={`sticky left-0 z-1 bg-bg ${pinnedEdge(columns, -1)}`}
          >
            <span className="sr-only">Compare</span>
          </div>
        )}
        {columns.map(({ column, width, left, isNumeric: isRightAligned }, place) => {
          const at = state.sort.findIndex((key) => key.id === column.id);
          const key = state.sort[at];
          const isAlone = state.sort.length === 1;
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={place + 1 + Number(hasPicks)}
              aria-sort={at === 0 ? (key?.isDescending ? 'descending' : 'ascending') : undefined}
              style={left === null ? undefined : { left }}
              className={`group/head relative flex min-w-0 flex-col bg-bg px-3 pt-1 pb-1.5 focus-within:z-2 ${left === null ? '' : 'sticky z-1'} ${pinnedEdge(columns, place)}`}
            >
              <button
                type="button"
                data-head={place}
                tabIndex={place === stop ? 0 : -1}
                title={column.help}
                onFocus={() => setCurrent(place)}
                data-keys="table head"
                onKeyDown={(event) => handleKey(event, place)}
                onClick={(event) => {
                  const isAdded = event.shiftKey;
                  onState((now) => turnSort(now, column.id, isAdded));
                }}
                className={`flex h-6 min-w-0 items-center gap-1 text-dense font-medium select-none hover:text-act ${isRightAligned ? 'justify-end' : ''} ${key ? 'text-text' : 'text-muted'}`}
              >
                <span className="min-w-0 truncate">
                  {column.head}
                  {column.unit && <span className="font-regular text-faint"> {column.unit}</span>}
                </span>
                {key && (
                  <span className="-mr-2 shrink-0 text-act tabular-nums">
                    {isAlone ? '' : at + 1}
                    {key.isDescending ? '▼' : '▲'}
                  </span>
                )}
              </button>
              <FilterField
                column={column}
                value={state.filters[column.id] ?? ''}
                onValue={(text) => startTransition(() => onState((now) => setFilter(now, column.id, text)))}
                isPicked={(state.facets[column.id]?.length ?? 0) > 0}
              >
                {column.facet && (
                  <FacetMenu column={column} source={facets} state={state} onState={onState} />
                )}
              </FilterField>
              <WidthGrip width={width} onWidth={(next) => setWidth(column.id, next)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

// Pointer only. Finger-sized beside the name, so that the facet menu below stays reachable.
function WidthGrip({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null);
  function handleMove(event: PointerEvent) {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (from) onWidth(from.width + ((event.clientX - from.x) * 16) / rem);
  }
  return (
    <div
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ x: event.clientX, width });
      }}
      onPointerMove={handleMove}
      onPointerUp={() => setFrom(null)}
      onPointerCancel={() => setFrom(null)}
      className={`absolute inset-y-1 right-0 w-1.5 cursor-col-resize touch-none border-r-2 transition-colors pointer-coarse:top-0 pointer-coarse:bottom-1/2 pointer-coarse:w-6 ${from ? 'border-act' : 'border-transparent hover:border-edge pointer-coarse:border-line'}`}
    />
  );
}

interface FilterFieldProps {
  column: Pick<Column<never>, 'head' | 'kind' | 'kilo'>;
  value: string;
  onValue: (text: string) => void;
  /** Active even if empty. */
  isPicked: boolean;
  children?: ReactNode;
}

/** Invalid text filters nothing. */
function FilterField({ column, value, onValue, isPicked, children }: FilterFieldProps) {
  const id = useId();
  const { head, kind } = column;
  const [text, setText] = useDraftText(value, onValue);
  const parsed = parseFilter(text, column);
  const look = !parsed.ok
    ? 'border-bad text-bad'
    : parsed.filter || isPicked
      ? 'border-act text-act'
      : 'border-line hover:border-edge';
  return (
    <div className={`group/filter relative flex border-b focus-within:border-act ${look}`}>
      <input
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-keys="filter"
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            event.currentTarget.closest<HTMLElement>('[role=grid]')?.focus();
          }
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            setText('');
          }
        }}
        aria-label={`Filter ${head}`}
        aria-invalid={!parsed.ok || undefined}
        aria-describedby={id}
        placeholder="any"
        spellCheck={false}
        autoComplete="off"
        className={`h-6 w-full min-w-0 flex-1 bg-transparent font-mono text-dense outline-none placeholder:text-dense ${isNumeric(kind) ? 'text-right' : ''}`}
      />
      {children}
      <p
        id={id}
        className={`absolute top-full ${isNumeric(kind) ? 'right-0' : 'left-0'} z-20 mt-0.5 w-max max-w-64 rounded-control border bg-panel px-2 py-1 text-left text-dense font-regular shadow-float not-group-has-[>input:focus]/filter:hidden ${parsed.ok ? 'border-line text-muted' : 'border-bad text-bad'} ${parsed.ok && text !== '' ? 'hidden' : ''}`}
      >
        {parsed.ok ? hint(column) : parsed.error}
      </p>
    </div>
  );
}

function hint({ kind, kilo }: Pick<Column<never>, 'kind' | 'kilo'>): string {
  if (kind === 'date' || kind === 'age') return '2026-07, >=2026-07-15, 2026-01..2026-03, empty';
  const k = kilo ? 'K' : '';
  return isNumeric(kind)
    ? `8${k} (exactly), >=8${k}, 2${k}..4${k} || >=10${k}, !=0, empty`
    : 'part, "whole value", !=without, a || b, empty';
}
