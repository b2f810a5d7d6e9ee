// Virtualized tree of choices.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  type RefObject,
} from 'react';
import { useFocusedToken } from '#pages/playground/tokens/pinned-token.ts';
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { BraidRow } from './BraidRow.tsx';
import { rowAfter, type BraidLine as Row } from './rows.ts';

interface BraidTreeProps {
  run: Run;
  rows: readonly Row[];
  /** Including hidden ones. */
  total: number;
  wanted: string;
}

/** CSS pixels. */
const estimatedHeight = 62;

/** One tab stop. Right enters a branch, Left leaves it, Enter toggles it. */
export function BraidTree({ run, rows, total, wanted }: BraidTreeProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const scrollMargin = useScrollMargin(list);
  // oxlint-disable-next-line react/incompatible-library -- its results change, and nothing here memoizes them
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current?.closest('[data-scroll]') ?? null,
    estimateSize: () => estimatedHeight,
    // Another function would lay out all rows again.
    getItemKey: useCallback((index: number) => rows[index]?.node.id ?? index, [rows]),
    overscan: 6,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const position = rows.findIndex(({ node }) => node.id === cursor);

  function toggle(node: number) {
    setCursor(node);
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(node)) after.add(node);
      return after;
    });
  }

  const open = useEffectEvent((choice: Choice) => {
    const index = rows.findIndex(({ resting }) => resting.includes(choice));
    const node = rows[index]?.node.id;
    if (node === undefined) return;
    setCursor(node);
    setOpened((before) => (before.has(node) ? before : new Set(before).add(node)));
    if (!items.some((item) => item.index === index)) virtualizer.scrollToIndex(index);
  });
  // Its text then reveals the token.
  useEffect(
    () => useFocusedToken.subscribe(({ focused }) => focused?.by === 'table' && open(focused.choice)),
    [],
  );

  // Ignores a click that ends a text selection, or inside an open row.
  function handleClick({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest('[data-opened]') !== null) return;
    const node = target.closest('[data-node]')?.getAttribute('data-node');
    if (node && getSelection()?.isCollapsed !== false) toggle(Number(node));
  }

  function handleFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (target !== currentTarget || position !== -1 || !target.matches(':focus-visible')) return;
    setCursor(rows[items[0]?.index ?? 0]?.node.id ?? null);
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = rows[position];
    if (event.key === 'Enter' && here) {
      event.preventDefault();
      toggle(here.node.id);
      return;
    }
    const next = rowAfter(event.key, position === -1 ? null : position, rows);
    if (next === null) return;
    event.preventDefault();
    setCursor(rows[next]?.node.id ?? null);
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
                id={`${id}-${row.node.id}`}
                run={run}
                row={row}
                total={total}
                wanted={wanted}
                isCurrent={row.node.id === cursor}
                isOpen={opened.has(row.node.id)}
              />
            </div>
          )
        );
      })}
    </div>
  );
}

/** From the top of the nearest `[data-scroll]`, CSS pixels. */
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
