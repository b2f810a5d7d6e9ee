// One trie row of the braid.
import type { CSSProperties } from 'react';
import { formatCount, formatCounted, formatLeast, formatPerplexity } from '#lib/format.ts';
import { formatLogprob } from '#run/format-share.ts';
import { ContinueAct, EditAct } from './ContinueAct.tsx';
import { endOf, leadOf, textOf } from './trie.ts';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import { branchAt } from '#pages/playground/tokens/branch.ts';
import type { Choice } from '#run/choice.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { excerptOf, finishOf, readChoiceFigures, type BraidLine as Row, type BraidLine } from './rows.ts';

interface BraidRowProps {
  id: string;
  run: Run;
  row: Row;
  total: number;
  wanted: string;
  isCurrent: boolean;
  isOpen: boolean;
}

/** Indents. */
const maxDepth = 14;

/** The left stroke shows its share of the choices. */
export function BraidRow({ id, run, row, total, wanted, isCurrent, isOpen }: BraidRowProps) {
  const { node, depth, count, resting, place, siblings } = row;
  const [choice] = resting;
  const lead = leadOf(node);
  const excerpt = excerptOf(textOf(node), wanted);

  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-selected={isCurrent}
      data-node={node.id}
      style={railStyle(depth)}
      title={isOpen ? undefined : 'Open this choice: tokens, copy, continue'}
      className="grid cursor-pointer grid-cols-[auto_2.25rem_minmax(0,1fr)] border-b border-line py-1.5 hover:bg-raised aria-selected:bg-tint aria-selected:shadow-[inset_2px_0_0_var(--act)]"
    >
      <span
        aria-hidden="true"
        className="rounded-token bg-edge"
        style={{ width: `${1 + (4 * count) / Math.max(1, total)}px` }}
      />
      <span
        className="pr-2 text-right text-dense text-muted tabular-nums"
        title={formatCounted(count, 'choice')}
      >
        {count > 1 && `${resting.length === count ? '× ' : ''}${formatCount(count)}`}
      </span>
      <div className="min-w-0">
        {!(isOpen && choice) && (
          <p
            dir="auto"
            className={`font-mono text-token wrap-anywhere whitespace-pre-wrap ${isOpen ? '' : 'line-clamp-3'}`}
          >
            <span aria-hidden="true" className="text-faint">
              {lead}
            </span>
            {excerpt.before}
            {excerpt.hit !== '' && <mark className="bg-tint text-text">{excerpt.hit}</mark>}
            {excerpt.after}
            {excerpt.isEmpty && (
              <span className="font-sans text-dense text-faint">
                {lead === '' ? 'no text' : ' no more text'}
              </span>
            )}
          </p>
        )}
        {choice && <ChoiceSummary choices={resting} count={count} isReceiving={isRunning(run)} />}
        {isOpen && <OpenNode run={run} row={row} />}
      </div>
    </div>
  );
}

function railStyle(depth: number): CSSProperties {
  const steps = Math.min(depth, maxDepth);
  return {
    paddingInlineStart: `calc(${steps} * var(--step))`,
    backgroundImage: 'repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px var(--step))',
    backgroundSize: `calc(${steps} * var(--step)) 100%`,
    backgroundRepeat: 'no-repeat',
  };
}

function OpenNode({ run, row }: { run: Run; row: BraidLine }) {
  const { node, resting } = row;
  const [choice] = resting;
  const through = node.units?.choice;
  return (
    <div data-opened="" className="mt-1 cursor-auto">
      {choice && (
        <div className="font-mono text-token">
          <TokenText
            key={choice.index}
            run={run}
            choice={choice}
            isReceiving={isRunning(run) && choice.finishReason === null}
            isHeated
            label={`Output ${choice.index}`}
          />
        </div>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-2 text-base">
        {choice ? (
          <>
            <ContinueAct run={run} choice={choice} label={`Continue choice ${choice.index}`} />
            <EditAct run={run} choice={choice} label={`Edit choice ${choice.index}`} />
            <CopyButton text={() => choice.text.toString()} label={`Copy choice ${choice.index}`} />
          </>
        ) : (
          through && (
            <>
              <Button onClick={() => branchAt(run, through, endOf(node))}>Branch here</Button>
              <CopyButton text={() => through.text.slice(0, endOf(node))} label="Copy up to here" />
            </>
          )
        )}
      </div>
    </div>
  );
}

interface ChoiceSummaryProps {
  /** At least one; all have the same text. */
  choices: readonly Choice[];
  /** Including choices that continue. */
  count: number;
  isReceiving: boolean;
}

const maxListed = 4;

/** Equal texts have equal logprobs but for rounding. */
function ChoiceSummary({ choices, count, isReceiving }: ChoiceSummaryProps) {
  const [first] = choices;
  if (first === undefined) return null;
  const { tokenCount, meanLogprob, perplexity } = readChoiceFigures(first, isReceiving);
  const finishes = [...new Set(choices.map((choice) => finishOf(choice, isReceiving)))].join(', ');
  const parts = [
    `${nameOf(choices)}${choices.length < count ? ` ${choices.length === 1 ? 'ends' : 'end'} here` : ''}`,
    formatLeast(formatCounted(tokenCount, 'token'), first.isInPieces),
    finishes,
    meanLogprob !== null && `mean logprob ${formatLogprob(meanLogprob)}`,
    perplexity !== null && `perplexity ${formatPerplexity(perplexity)}`,
  ];
  return (
    <p className="text-label text-faint tabular-nums">{parts.filter((part) => part !== false).join(' · ')}</p>
  );
}

function nameOf(choices: readonly Choice[]): string {
  const names = choices
    .slice(0, maxListed)
    .map(({ index }) => index)
    .join(', ');
  const more = choices.length > maxListed ? ` and ${formatCount(choices.length - maxListed)} more` : '';
  return `${choices.length === 1 ? 'choice' : 'choices'} ${names}${more}`;
}
