// The lines of the tree: only those in view are drawn, all of them are counted for screen readers.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { StateLine } from './StateLine.tsx';
import type { TreeRow } from './tree-rows.ts';

/** Heights of a line with and without a run, rem. */
const heights = { run: 4.125, plain: 1.875 } as const;

interface StateListProps {
  rows: readonly TreeRow[];
  /** What was searched for; empty while the tree is shown. */
  search: string;
  headId: string | null;
  markedId: string | null;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
}

/** One tab stop: arrows, Page keys, Home and End move the cursor, Enter or a double press opens. It begins at the open state. */
export function StateList({ rows, search, headId, markedId, selectedId, onSelect, onOpen }: StateListProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions change what they answer, and nothing here memoizes them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.node.run ? 'run' : 'plain'] * rootPx(),
    getItemKey: (index) => `${rows[index]?.node.id} ${rows[index]?.node.run ? 'run' : 'plain'}`,
    overscan: 8,
  });

  const selected = rows.findIndex(({ node }) => node.id === selectedId);
  const head = rows.findIndex(({ node }) => node.id === headId);
  useEffect(() => {
    if (head !== -1) virtual.scrollToIndex(head);
  }, [head, virtual]);

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && selected !== -1) {
      event.preventDefault();
      return onOpen(rows[selected]?.node.id ?? '');
    }
    const from = selected === -1 ? head : selected;
    const next = rowAfterKey(event.key, from, rows.length);
    const row = next === null ? undefined : rows[next];
    if (next === null || row === undefined) return;
    event.preventDefault();
    onSelect(row.node.id);
    virtual.scrollToIndex(next);
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="History"
      aria-activedescendant={selected === -1 ? undefined : `${id}-${selected}`}
      tabIndex={0}
      onKeyDown={handleKey}
      onClick={({ target }) => onSelect(stateOf(target) ?? selectedId ?? '')}
      onDoubleClick={({ target }) => onOpen(stateOf(target) ?? '')}
      className="min-h-24 flex-1 overflow-y-auto overscroll-contain border-t border-line"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index];
          return (
            row && (
              <StateLine
                key={key}
                id={`${id}-${index}`}
                row={row}
                search={search}
                place={{ top: start, height: size, position: index + 1, count: rows.length }}
                isHead={row.node.id === headId}
                isMarked={row.node.id === markedId}
                isSelected={index === selected}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function stateOf(target: EventTarget): string | undefined {
  const line = target instanceof Element ? target.closest('[data-state]') : null;
  return line instanceof HTMLElement ? line.dataset['state'] : undefined;
}

function rowAfterKey(key: string, from: number, count: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + 8,
    PageUp: from - 8,
    Home: 0,
    End: count - 1,
  };
  const next = moves[key];
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next));
}

function rootPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
