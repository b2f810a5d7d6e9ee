// Virtualized grid of fixed-height rows.
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { rowAfterKey } from '#ui/row-after-key.ts';

interface RowGridProps {
  label: string;
  heads: readonly { readonly label: string; readonly isNumber: boolean }[];
  /** As `grid-template-columns`. */
  columns: string;
  rowCount: number;
  cells: (row: number) => readonly ReactNode[];
  /** Scrolled into view. */
  selected: number | null;
  onSelect: (row: number) => void;
  /** Null when the pointer leaves. */
  onHover?: (row: number | null) => void;
}

/** One tab stop; keys move the cursor. Not by react-virtual, which visits every row when a stream adds one. */
export function RowGrid(props: RowGridProps) {
  const { label, heads, columns, rowCount, cells, selected, onSelect, onHover } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(noView);

  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => setView(viewOf(box)));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const box = scroller.current;
    if (box === null || selected === null || box.clientHeight === 0) return;
    box.scrollTop = topThatShows(selected, box.scrollTop, viewOf(box).height);
  }, [selected]);

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowAfterKey(event.key, selected, rowCount, Math.floor(view.height / rowHeight) - 1);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  }

  function handleClick(event: MouseEvent) {
    const row = rowOf(event.target);
    if (row !== null) onSelect(row);
  }

  // Scrolling under a resting pointer also fires pointermove.
  function handleMove(event: PointerEvent) {
    if (event.movementX === 0 && event.movementY === 0) return;
    const row = rowOf(event.target);
    if (row !== null) onHover?.(row);
  }

  const { first, end } = rowsInView(view.top, view.height, rowCount);
  const isDrawn = selected !== null && selected >= first && selected < end;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-activedescendant={isDrawn ? `${id}-${selected}` : undefined}
      tabIndex={0}
      data-keys="rows"
      onKeyDown={handleKey}
      onClick={handleClick}
      onScroll={(event) => setView(viewOf(event.currentTarget))}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain text-dense outline-offset-[-2px]"
    >
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: columns, height: headHeight }}
        className="sticky top-0 z-1 grid gap-1.5 border-b bg-panel border-line pr-4 pl-2 py-1 text-label whitespace-nowrap text-faint"
      >
        {heads.map((head) => (
          <span key={head.label} role="columnheader" className={head.isNumber ? 'text-right' : ''}>
            {head.label}
          </span>
        ))}
      </div>
      <div
        role="rowgroup"
        onPointerMove={handleMove}
        onPointerLeave={() => onHover?.(null)}
        style={{ height: rowCount * rowHeight }}
        className="relative"
      >
        {Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset).map((row) => (
          <div
            key={row}
            id={`${id}-${row}`}
            role="row"
            data-row={row}
            aria-rowindex={row + 2}
            aria-selected={row === selected}
            style={{ gridTemplateColumns: columns, top: row * rowHeight, height: rowHeight }}
            className="absolute inset-x-0 grid cursor-default items-center gap-1.5 pr-4 pl-2 hover:bg-raised aria-selected:bg-tint aria-selected:shadow-[inset_2px_0_0_var(--act)]"
          >
            {cells(row).map((cell, column) => (
              <span
                key={heads[column]?.label}
                role="gridcell"
                className={`min-w-0 truncate ${heads[column]?.isNumber ? 'text-right tabular-nums' : ''}`}
              >
                {cell}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Of the browser's text size: 1 at 16 px. Tests have no document. */
const textScale =
  typeof document === 'undefined' ? 1 : parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** CSS pixels. */
const headHeight = 25 * textScale;

const noView = { top: 0, height: 0 };

function viewOf({ scrollTop, clientHeight }: Element): typeof noView {
  return { top: scrollTop, height: Math.max(0, clientHeight - headHeight) };
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-row]') : null;
  return row instanceof HTMLElement ? Number(row.dataset['row']) : null;
}

/** CSS pixels. */
export const rowHeight = 28 * textScale;

const overscan = 8;

/** `end` is exclusive. */
interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** CSS pixels. */
export function rowsInView(top: number, height: number, rowCount: number): RowWindow {
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const end = Math.min(rowCount, Math.ceil((top + height) / rowHeight) + overscan);
  return { first: Math.min(first, rowCount), end: Math.max(end, 0) };
}

export function topThatShows(row: number, top: number, height: number): number {
  const rowTop = row * rowHeight;
  if (rowTop < top) return rowTop;
  return rowTop + rowHeight > top + height ? rowTop + rowHeight - height : top;
}
