// Virtualized list of timeline rows, fully counted for screen readers.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { rowAfterKey } from '#ui/row-after-key.ts';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import { TimelineRow } from './TimelineRow.tsx';
import type { Row } from './rows.ts';

interface TimelineListProps {
  label: string;
  rows: readonly Row[];
  nowMs: number;
  hasLevels: boolean;
  /** Key of the open entry. */
  selected: string | null;
  onSelect: (key: string | null) => void;
  onToggleFold: (key: string) => void;
  /** The list stays at its end. */
  isFollowing: boolean;
  /** Scrolled to the end, or away from it. */
  onAtEnd: (isAtEnd: boolean) => void;
}

const maxPrinted = 2_000;

/** One tab stop: arrow and Page keys, Home and End move; Enter opens, Escape closes, arrow right unfolds. */
export function TimelineList(props: TimelineListProps) {
  const { label, rows, nowMs, hasLevels, selected, onSelect, onToggleFold, isFollowing, onAtEnd } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(selected);
  const { isNarrow, rowHeight } = useRowShape(box, hasLevels ? 56 : 44);
  const isPrinting = useIsPrinting();
  // oxlint-disable-next-line react/incompatible-library -- its results change, but nothing memoizes them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    // Another function would lay out all rows again.
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: 12,
    rangeExtractor: (range) =>
      isPrinting ? [...rows.keys()].slice(0, maxPrinted) : defaultRangeExtractor(range),
  });
  const height = rows.length * rowHeight;
  useEffect(() => virtual.measure(), [rowHeight, virtual]);

  useLayoutEffect(() => {
    if (isFollowing && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [isFollowing, height]);

  // Scrolls a linked entry into view, but only once.
  const shown = useRef<string | null>(null);
  const place =
    selected === null ? -1 : rows.findIndex((row) => row.kind === 'entry' && row.key === selected);
  useEffect(() => {
    if (place === -1 || shown.current === selected) return;
    shown.current = selected;
    virtual.scrollToIndex(place, { align: 'auto' });
  }, [place, selected, virtual]);

  function toggleFold({ key, isOpen }: Extract<Row, { kind: 'fold' }>) {
    // What unfolds is read, not scrolled away by its end.
    if (!isOpen) onAtEnd(false);
    onToggleFold(key);
  }

  function open(row: Row | undefined) {
    if (row === undefined || row.kind === 'gap' || row.kind === 'day') return;
    setCursor(row.key);
    if (row.kind === 'fold') toggleFold(row);
    else {
      shown.current = row.key;
      onSelect(row.key);
    }
  }

  function handleClick({ target }: MouseEvent) {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row !== null && String(getSelection()) === '') open(rows[Number(row.dataset['row'])]);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = rows.findIndex(({ key }) => key === cursor);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(rows[from]);
      return;
    }
    if (event.key === 'Escape' && selected !== null) {
      event.preventDefault();
      onSelect(null);
      return;
    }
    const row = rows[from];
    const turns = row?.kind === 'fold' && event.key === (row.isOpen ? 'ArrowLeft' : 'ArrowRight');
    if (turns) {
      event.preventDefault();
      toggleFold(row);
      return;
    }
    const page = Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1;
    const next = entryAfterKey(event.key, from, rows, page);
    if (next === null) return;
    event.preventDefault();
    setCursor(rows[next]?.key ?? null);
    virtual.scrollToIndex(next, { align: 'auto' });
  }

  const drawn = virtual.getVirtualItems();
  const active = drawn.find(({ index }) => rows[index]?.key === cursor);
  return (
    <div
      ref={box}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-activedescendant={active ? `${id}-${active.index}` : undefined}
      tabIndex={0}
      data-keys="tree"
      onKeyDown={handleKey}
      onClick={handleClick}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        onAtEnd(scrollTop + clientHeight >= scrollHeight - 4)
      }
      className="group relative min-h-0 flex-1 overflow-y-auto rounded-control border border-line bg-panel text-dense tablet:overscroll-contain print:overflow-visible"
    >
      <div style={{ height }} className="relative print:h-auto!">
        {drawn.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isActive = index === active?.index;
          return (
            <div
              key={key}
              id={`${id}-${index}`}
              role="row"
              data-row={index}
              aria-rowindex={index + 1}
              aria-selected={row.kind === 'entry' ? row.key === selected : undefined}
              aria-expanded={row.kind === 'fold' ? row.isOpen : undefined}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              className={`absolute inset-x-0 top-0 cursor-default break-inside-avoid border-b border-line aria-selected:bg-tint aria-selected:shadow-[inset_2px_0_0_var(--act)] ${row.kind === 'gap' || row.kind === 'day' ? 'border-transparent' : 'hover:bg-raised'} print:static print:transform-none! ${isActive ? 'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-act' : ''}`}
            >
              <TimelineRow label={label} row={row} nowMs={nowMs} isNarrow={isNarrow} hasLevels={hasLevels} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * An entry or a fold; null for other keys.
 * @param from -1 before the first key
 */
function entryAfterKey(key: string, from: number, rows: readonly Row[], page: number): number | null {
  const to = rowAfterKey(key, from === -1 ? null : from, rows.length, page);
  if (to === null) return null;
  const step = to < from ? -1 : 1;
  for (const way of [step, -step]) {
    for (let index = to; index >= 0 && index < rows.length; index += way) {
      const kind = rows[index]?.kind;
      if (kind === 'entry' || kind === 'fold') return index;
    }
  }
  return null;
}

interface RowShape {
  readonly isNarrow: boolean;
  /** CSS pixels; larger for big fonts and touch. */
  readonly rowHeight: number;
}

const narrowRowRem = 2.875;

/** @param columnsRem narrower boxes have no columns */
function useRowShape(box: RefObject<HTMLElement | null>, columnsRem: number): RowShape {
  const [shape, setShape] = useState<RowShape>({ isNarrow: false, rowHeight: 28 });
  // Before paint: a phone must not show wide rows.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const take = () => {
      const next = measure(element, columnsRem);
      setShape((now) => (now.isNarrow === next.isNarrow && now.rowHeight === next.rowHeight ? now : next));
    };
    take();
    const observer = new ResizeObserver(take);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, columnsRem]);
  return shape;
}

function measure(element: HTMLElement, columnsRem: number): RowShape {
  const root = getComputedStyle(document.documentElement);
  const rem = parseFloat(root.fontSize);
  const control = parseFloat(root.getPropertyValue('--control')) * rem;
  const isNarrow = element.clientWidth < columnsRem * rem;
  return { isNarrow, rowHeight: isNarrow ? Math.max(control, narrowRowRem * rem) : control };
}
