// The rows of the braid: only those near the window are drawn; one tab stop, and the arrow keys move between branches.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  type RefObject,
} from 'react';
import type { Run } from '#run/run.ts';
import { BraidRow } from './BraidRow.tsx';
import { rowAfter, type BraidLine as Row } from './rows.ts';

interface BraidTreeProps {
  run: Run;
  rows: readonly Row[];
  /** Count of all choices, shown or not. */
  total: number;
  /** Marked where it stands in a row. */
  wanted: string;
}

/** Height of most rows, CSS pixels: two lines of text, one of figures. */
const usualHeight = 62;

/** Right goes into a branch, Left back, Enter opens and closes it. */
export function BraidTree({ run, rows, total, wanted }: BraidTreeProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const scrollMargin = useScrollMargin(list);
  // oxlint-disable-next-line react/incompatible-library -- its functions change what they answer, and nothing here memoizes them
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current?.closest('[data-scroll]') ?? null,
    estimateSize: () => usualHeight,
    getItemKey: (index) => rows[index]?.strand.id ?? index,
    overscan: 6,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const position = rows.findIndex(({ strand }) => strand.id === cursor);

  function toggle(strand: number) {
    setCursor(strand);
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(strand)) after.add(strand);
      return after;
    });
  }

  // A selection that ends in a row, and a press on what stands in an opened one, open nothing.
  function handleClick({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest('[data-opened]') !== null) return;
    const strand = target.closest('[data-strand]')?.getAttribute('data-strand');
    if (strand && getSelection()?.isCollapsed !== false) toggle(Number(strand));
  }

  // By keyboard the cursor is where the focus is, so that it can be seen; a press chooses its own row.
  function handleFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (target !== currentTarget || position !== -1 || !target.matches(':focus-visible')) return;
    setCursor(rows[items[0]?.index ?? 0]?.strand.id ?? null);
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    // Keys pressed inside an opened row are the row's.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = rows[position];
    if (event.key === 'Enter' && here) {
      event.preventDefault();
      toggle(here.strand.id);
      return;
    }
    const next = rowAfter(event.key, position === -1 ? null : position, rows);
    if (next === null) return;
    event.preventDefault();
    setCursor(rows[next]?.strand.id ?? null);
    virtualizer.scrollToIndex(next, { align: 'auto' });
  }

  const isDrawn = items.some(({ index }) => index === position);
  return (
    <div
      ref={list}
      role="tree"
      aria-label="Choices"
      aria-activedescendant={isDrawn ? `${id}-${cursor}` : undefined}
      tabIndex={0}
      data-keys="tree"
      onKeyDown={handleKey}
      onClick={handleClick}
      onFocus={handleFocus}
      className="relative outline-none [--step:0.75rem] max-tablet:[--step:0.375rem]"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              role="none"
              data-index={index}
              className="absolute inset-x-0 top-0 focus-within:z-1 hover:z-1 has-[dialog]:z-2"
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              <BraidRow
                id={`${id}-${row.strand.id}`}
                run={run}
                row={row}
                total={total}
                wanted={wanted}
                isCurrent={row.strand.id === cursor}
                isOpen={opened.has(row.strand.id)}
              />
            </div>
          )
        );
      })}
    </div>
  );
}

/** CSS pixels from the top of what the nearest `[data-scroll]` scrolls; measured again when that changes its size. */
function useScrollMargin(element: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0);
  useEffect(() => {
    const scroller = element.current?.closest('[data-scroll]') ?? null;
    const content = scroller?.firstElementChild ?? null;
    if (scroller === null || content === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.current === null) return;
      const top = element.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setMargin(Math.round(top + scroller.scrollTop));
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [element]);
  return margin;
}
