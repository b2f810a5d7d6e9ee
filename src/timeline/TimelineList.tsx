// The rows of a timeline in a box of their own: only those in view are drawn, all of them are counted for screen readers.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { rowAfterKey } from './row-after-key.ts';
import type { Row } from './rows.ts';
import { TimelineRow } from './TimelineRow.tsx';
import { useRowShape } from './use-row-shape.ts';

interface TimelineListProps {
  label: string;
  rows: readonly Row[];
  nowMs: number;
  hasLevels: boolean;
  /** Key of the entry that is open. */
  selected: string | null;
  onSelect: (key: string) => void;
  onToggleFold: (key: string) => void;
  /** The list stays at its end while it grows. */
  isFollowing: boolean;
  /** The reader scrolled to the end, or away from it. */
  onAtEnd: (isAtEnd: boolean) => void;
}

/** One tab stop: the arrow keys, Page keys, Home and End move from row to row, Enter opens an entry or a fold, the arrow to the right unfolds. */
export function TimelineList(props: TimelineListProps) {
  const { label, rows, nowMs, hasLevels, selected, onSelect, onToggleFold, isFollowing, onAtEnd } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(selected);
  const { isNarrow, rowHeight } = useRowShape(box);
  // oxlint-disable-next-line react/incompatible-library -- its functions change what they answer, and nothing here memoizes them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  });
  const height = rows.length * rowHeight;
  useEffect(() => virtual.measure(), [rowHeight, virtual]);

  useLayoutEffect(() => {
    if (isFollowing && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [isFollowing, height]);

  // An entry that a link names is brought into view once it is there; after that the reader scrolls.
  const shown = useRef<string | null>(null);
  const place = rows.findIndex((row) => row.kind === 'entry' && row.key === selected);
  useEffect(() => {
    if (place === -1 || shown.current === selected) return;
    shown.current = selected;
    virtual.scrollToIndex(place, { align: 'auto' });
  }, [place, selected, virtual]);

  function open(row: Row | undefined) {
    if (row === undefined || row.kind === 'gap' || row.kind === 'day') return;
    setCursor(row.key);
    if (row.kind === 'fold') onToggleFold(row.key);
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
    const row = rows[from];
    const turns = row?.kind === 'fold' && event.key === (row.isOpen ? 'ArrowLeft' : 'ArrowRight');
    if (turns) {
      event.preventDefault();
      onToggleFold(row.key);
      return;
    }
    const pageRows = Math.floor((box.current?.clientHeight ?? 0) / rowHeight);
    const next = rowAfterKey(event.key, from, rows, pageRows);
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
      className="group relative min-h-0 flex-1 overflow-y-auto overscroll-contain rounded-control border border-line bg-panel text-dense"
    >
      <div style={{ height }} className="relative">
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
              className={`absolute inset-x-0 top-0 cursor-default border-b border-line aria-selected:bg-tint aria-selected:shadow-[inset_2px_0_0_var(--act)] ${row.kind === 'gap' || row.kind === 'day' ? 'border-transparent' : 'hover:bg-raised'} ${isActive ? 'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-act' : ''}`}
            >
              <TimelineRow row={row} nowMs={nowMs} isNarrow={isNarrow} hasLevels={hasLevels} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
