// Virtualized tree of history states.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent, Fragment } from 'react';
import { shortDateWords } from '#lib/dates.ts';
import type { TreeRow } from './tree-rows.ts';
import { knownOutputs } from './whole-outputs.ts';
import { endWords } from '#run/run.ts';
import { Icon } from '#ui/Icon.tsx';
import { Status } from '#ui/States.tsx';
import { rowAfterKey } from '#ui/row-after-key.ts';
import { toVisibleToken } from '#ui/visible-text.ts';
import { archive } from './history-controller.ts';
import { matchIn, splitAtWords } from './search-states.ts';
import type { RunRecord } from './node.ts';
import { oneLine, originWords, ratingWords, titleOf, tokenWords } from './summary.ts';

/** Rem. */
const heights = { run: 4.125, plain: 1.875 } as const;

interface StateListProps {
  id: string;
  rows: readonly TreeRow[];
  /** Empty: shows the tree. */
  search: string;
  headId: string | null;
  markedId: string | null;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
}

/** One tab stop; Enter or a press opens a state. */
export function StateList({
  id,
  rows,
  search,
  headId,
  markedId,
  selectedId,
  onSelect,
  onOpen,
}: StateListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize), []);
  // A new function would remeasure every row.
  const keyOf = useCallback(
    (index: number) => `${rows[index]?.node.id} ${rows[index]?.node.run ? 'run' : 'plain'}`,
    [rows],
  );
  // oxlint-disable-next-line react/incompatible-library -- its results change, and nothing here memoizes them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.node.run ? 'run' : 'plain'] * rem,
    getItemKey: keyOf,
    overscan: 8,
  });

  const selected = rows.findIndex(({ node }) => node.id === selectedId);
  const head = rows.findIndex(({ node }) => node.id === headId);
  // Not when rows are added above.
  const scrollToHead = useEffectEvent(() => {
    if (head !== -1) virtual.scrollToIndex(head);
  });
  useEffect(() => scrollToHead(), [headId]);

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && selected !== -1) {
      event.preventDefault();
      return onOpen(rows[selected]?.node.id ?? '');
    }
    const from = selected === -1 ? head : selected;
    const next = rowAfterKey(event.key, from === -1 ? null : from, rows.length, rowsPerPage);
    const row = next === null ? undefined : rows[next];
    if (next === null || row === undefined) return;
    event.preventDefault();
    onSelect(row.node.id);
    virtual.scrollToIndex(next);
  }

  const lines = virtual.getVirtualItems();
  const isDrawn = lines.some(({ index }) => index === selected);
  return (
    <div
      ref={scroller}
      id={id}
      role="tree"
      aria-label="History"
      aria-activedescendant={isDrawn ? `${id}-${selected}` : undefined}
      tabIndex={0}
      data-keys="states"
      onKeyDown={handleKey}
      onClick={({ target }) => {
        const pressed = stateOf(target);
        if (pressed !== undefined) onOpen(pressed);
      }}
      className="min-h-24 flex-1 overflow-y-auto overscroll-contain border-t border-line"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {lines.map(({ index, key, start, size }) => {
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

const maxDepth = 8;
const rowsPerPage = 8;

interface StateLineProps {
  id: string;
  row: TreeRow;
  search: string;
  /** Pixels, and the position for screen readers. */
  place: { readonly top: number; readonly height: number; readonly position: number; readonly count: number };
  isHead: boolean;
  isMarked: boolean;
  isSelected: boolean;
}

function StateLine(props: StateLineProps) {
  const { id, row, search, place, isHead, isMarked, isSelected } = props;
  const { node, depth, isBranch } = row;
  const { run } = node;
  const origin = originWords(node.origin);
  const outputs = knownOutputs(node.id) ?? run?.outputs ?? [];
  const match = matchIn(node, titleOf(node, archive.tree.get(node.parentId)), outputs, search);
  return (
    <div
      id={id}
      role="treeitem"
      data-state={row.node.id}
      aria-level={depth + 1}
      aria-posinset={place.position}
      aria-setsize={place.count}
      aria-selected={isSelected}
      aria-current={isHead || undefined}
      style={{ top: place.top, height: place.height }}
      className="absolute inset-x-0 flex cursor-default border-b border-line/50 px-4 outline-none hover:bg-raised aria-selected:bg-tint aria-[current]:shadow-[inset_2px_0_0_var(--act)]"
    >
      <span aria-hidden="true" className="flex shrink-0">
        {Array.from({ length: Math.min(depth, maxDepth) }, (_, column) => (
          <span key={column} className="w-3 border-l border-edge" />
        ))}
      </span>
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-0.5">
        <span className="flex items-center gap-1.5 text-dense">
          {isBranch && <Icon name="branch" className="-ml-0.5 size-3.5 text-muted" />}
          <span
            dir="auto"
            className={`min-w-0 flex-1 truncate text-left ${node.name === '' ? '' : 'font-strong'}`}
          >
            <Found text={match.title} search={search} />
          </span>
          {node.rating && <span className="text-label text-muted">{ratingWords[node.rating]}</span>}
          {isMarked && <span className="text-label text-act">pinned</span>}
          <span className={`shrink-0 text-label ${isHead ? 'text-act' : 'text-faint'}`}>
            {isHead ? 'open' : shortDateWords(node.at)}
          </span>
        </span>
        {run && (
          <>
            <span dir="auto" className="truncate text-left text-dense text-muted">
              <Found
                text={
                  match.line ||
                  node.note ||
                  oneLine(run.outputs[0] ?? '') ||
                  toVisibleToken(run.outputs[0]?.slice(0, 90) ?? '') ||
                  'no output'
                }
                search={search}
              />
            </span>
            <span className="flex items-center gap-1.5 text-label text-faint">
              <span className="flex shrink-0">
                <Status tone={endWords[run.endState].tone}>{endWords[run.endState].label}</Status>
              </span>
              <span className="shrink-0">{tokenWords(run)}</span>
              <span className="min-w-0 truncate">
                <Found
                  text={[choicesOf(run), run.model.split('/').at(-1), origin].filter(Boolean).join(' · ')}
                  search={search}
                />
              </span>
            </span>
          </>
        )}
      </span>
    </div>
  );
}

function choicesOf({ outputs }: RunRecord): string | false {
  return outputs.length > 1 && `${outputs.length} choices`;
}

function Found({ text, search }: { text: string; search: string }) {
  return splitAtWords(text, search).map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 0 ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <mark key={key} className="rounded-token bg-tint font-medium text-text underline decoration-act">
        {part}
      </mark>
    );
  });
}
