// A table of any length in a box: only the rows in view are drawn, all of them are counted for screen readers.
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
import { rowAfterKey, rowHeight, rowsInView, topThatShows } from './window.ts';

interface RowGridProps {
  label: string;
  heads: readonly { readonly label: string; readonly isNumber: boolean }[];
  /** Widths of the columns, as `grid-template-columns`. */
  columns: string;
  rowCount: number;
  /** The cells of a row, one for each head. */
  cells: (row: number) => readonly ReactNode[];
  /** The row of the cursor; it is brought into view when it changes. */
  selected: number | null;
  onSelect: (row: number) => void;
  /** The row under the pointer; null when it leaves. */
  onHover?: (row: number | null) => void;
}

/** One tab stop; the arrow keys, Page keys, Home and End move the cursor from row to row. */
export function RowGrid(props: RowGridProps) {
  const { label, heads, columns, rowCount, cells, selected, onSelect, onHover } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });

  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => setView({ top: box.scrollTop, height: box.clientHeight }));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const box = scroller.current;
    if (box === null || selected === null || box.clientHeight === 0) return;
    box.scrollTop = topThatShows(selected, box.scrollTop, box.clientHeight);
  }, [selected]);

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowAfterKey(event.key, selected, rowCount, view.height);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  }

  function handleClick(event: MouseEvent) {
    const row = rowOf(event.target);
    if (row !== null) onSelect(row);
  }

  // A list that is scrolled under a resting pointer does not count as a move.
  function handleMove(event: PointerEvent) {
    if (event.movementX === 0 && event.movementY === 0) return;
    const row = rowOf(event.target);
    if (row !== null) onHover?.(row);
  }

  const { first, end } = rowsInView(view.top, view.height, rowCount);
  const isDrawn = selected !== null && selected >= first && selected < end;
  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-activedescendant={isDrawn ? `${id}-${selected}` : undefined}
      tabIndex={0}
      onKeyDown={handleKey}
      onClick={handleClick}
      className="flex min-h-0 flex-1 flex-col text-dense"
    >
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: columns }}
        className="grid shrink-0 gap-1.5 border-b border-line px-3 py-1 text-label text-faint"
      >
        {heads.map((head) => (
          <span key={head.label} role="columnheader" className={head.isNumber ? 'text-right' : ''}>
            {head.label}
          </span>
        ))}
      </div>
      <div
        ref={scroller}
        role="rowgroup"
        onScroll={(event) =>
          setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })
        }
        onPointerMove={handleMove}
        onPointerLeave={() => onHover?.(null)}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        <div aria-hidden="true" style={{ height: rowCount * rowHeight }} />
        {Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset).map((row) => (
          <div
            key={row}
            id={`${id}-${row}`}
            role="row"
            data-row={row}
            aria-rowindex={row + 2}
            aria-selected={row === selected}
            style={{ gridTemplateColumns: columns, top: row * rowHeight, height: rowHeight }}
            className="absolute inset-x-0 grid cursor-default items-center gap-1.5 px-3 hover:bg-raised aria-selected:bg-tint aria-selected:shadow-[inset_2px_0_0_var(--act)]"
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

function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-row]') : null;
  return row instanceof HTMLElement ? Number(row.dataset['row']) : null;
}
