// A line of the tree: what changed, what came of it, how it ended, on which model.
import { Fragment } from 'react';
import { formatCount } from '#lib/format.ts';
import { endWords } from '#run/run.ts';
import { Icon } from '#ui/Icon.tsx';
import { Status } from '#ui/Status.tsx';
import { oneLine, originWords, titleOf } from './describe-state.ts';
import { archive } from './keeper.ts';
import { snippetOf, splitAtWords } from './snippet.ts';
import { timeOf } from './time-of.ts';
import type { TreeRow } from './tree-rows.ts';
import { knownOutputs } from './whole-outputs.ts';

/** Columns by which a branch is indented at most; the panel is narrow. */
const depthAtMost = 8;

interface StateLineProps {
  id: string;
  row: TreeRow;
  search: string;
  /** Pixels from the top of the list, and its number for screen readers. */
  place: { readonly top: number; readonly height: number; readonly position: number; readonly count: number };
  isHead: boolean;
  isMarked: boolean;
  isSelected: boolean;
}

/** Presses and keys are the list's. */
export function StateLine(props: StateLineProps) {
  const { id, row, search, place, isHead, isMarked, isSelected } = props;
  const { node, depth, isBranch } = row;
  const { run } = node;
  const origin = originWords(node.origin);
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
        {Array.from({ length: Math.min(depth, depthAtMost) }, (_, column) => (
          <span key={column} className="w-3 border-l border-edge" />
        ))}
      </span>
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-0.5">
        <span className="flex items-center gap-1.5 text-dense">
          {isBranch && <Icon name="branch" className="-ml-0.5 size-3.5 text-muted" />}
          <span className={`min-w-0 flex-1 truncate ${node.name === '' ? '' : 'font-strong'}`}>
            <Found text={titleOf(node, archive.tree.get(node.parentId))} search={search} />
          </span>
          {isMarked && <span className="text-label text-act">pinned</span>}
          <span className={`shrink-0 text-label ${isHead ? 'text-act' : 'text-faint'}`}>
            {isHead ? 'open' : timeOf(node.at)}
          </span>
        </span>
        {run && (
          <>
            <span className="truncate text-dense text-muted">
              <Found
                text={
                  snippetOf(knownOutputs(node.id) ?? run.outputs, search) ||
                  oneLine(run.outputs[0] ?? '') ||
                  'no text'
                }
                search={search}
              />
            </span>
            <span className="flex items-center gap-1.5 text-label text-faint">
              <Status tone={endWords[run.endState].tone}>{endWords[run.endState].label}</Status>
              <span className="shrink-0">
                {formatCount(run.tokens)} {run.tokens === 1 ? 'token' : 'tokens'}
              </span>
              <span className="min-w-0 truncate">
                {[run.model.split('/').at(-1), origin].filter(Boolean).join(' · ')}
              </span>
            </span>
          </>
        )}
      </span>
    </div>
  );
}

/** A text with the words of the search marked. */
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
