// One strand of the braid: its text, how many choices go through it, and for those that end here how they did.
import type { CSSProperties } from 'react';
import { formatCount } from '#lib/format.ts';
import { isRunning, type Run } from '#pages/playground/run.ts';
import { LaneSummary } from './LaneSummary.tsx';
import { OpenStrand } from './OpenStrand.tsx';
import { excerptOf } from './excerpt.ts';
import type { BraidRow as Row } from './rows.ts';
import { textOf } from './trie.ts';

interface BraidRowProps {
  id: string;
  run: Run;
  row: Row;
  total: number;
  wanted: string;
  isCurrent: boolean;
  isOpen: boolean;
}

/** Depths that are drawn apart; deeper ones are as far in as these. */
const deepest = 14;

/** Three lines while closed. The stroke at its left is as wide as its share of the choices. */
export function BraidRow({ id, run, row, total, wanted, isCurrent, isOpen }: BraidRowProps) {
  const { strand, depth, count, resting, place, siblings } = row;
  const [lane] = resting;
  const excerpt = excerptOf(textOf(strand), wanted);

  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-selected={isCurrent}
      data-strand={strand.id}
      style={railStyle(depth)}
      title={isOpen ? undefined : 'Open: its tokens, copy and continue'}
      className="grid cursor-pointer grid-cols-[auto_2.25rem_minmax(0,1fr)] border-b border-line py-1.5 hover:bg-raised aria-selected:bg-tint aria-selected:shadow-[inset_2px_0_0_var(--act)]"
    >
      <span
        aria-hidden="true"
        className="rounded-token bg-edge"
        style={{ width: `${1 + (4 * count) / Math.max(1, total)}px` }}
      />
      <span className="pr-2 text-right text-dense text-muted tabular-nums" title={`${count} choices`}>
        {count > 1 && `${resting.length === count ? '× ' : ''}${formatCount(count)}`}
      </span>
      <div className="min-w-0">
        {!(isOpen && lane) && (
          <p
            className={`font-mono text-token wrap-anywhere whitespace-pre-wrap ${isOpen ? '' : 'line-clamp-3'}`}
          >
            {excerpt.before}
            {excerpt.hit !== '' && <mark className="bg-tint text-text">{excerpt.hit}</mark>}
            {excerpt.after}
            {excerpt.isEmpty && <span className="font-sans text-dense text-faint">no text</span>}
          </p>
        )}
        {lane && <LaneSummary lanes={resting} count={count} isReceiving={isRunning(run)} />}
        {isOpen && <OpenStrand run={run} row={row} />}
      </div>
    </div>
  );
}

// A hairline for each row that leads here, in the room at the left.
function railStyle(depth: number): CSSProperties {
  const steps = Math.min(depth, deepest);
  return {
    paddingInlineStart: `calc(${steps} * var(--step))`,
    backgroundImage: 'repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px var(--step))',
    backgroundSize: `calc(${steps} * var(--step)) 100%`,
    backgroundRepeat: 'no-repeat',
  };
}
