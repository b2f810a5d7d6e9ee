// The verdict of a check: one sentence, then a row a run with what it says and where it departs.
import { useMemo } from 'react';
import { formatCount } from '#lib/format.ts';
import { OtherConnection } from '#pages/playground/recovery/OtherConnection.tsx';
import type { TokenFacts } from '#run/token.ts';
import { toVisibleToken } from '#ui/visible-text.ts';
import { endWords, type Run } from '#run/run.ts';
import { Status, type Tone } from '#ui/Status.tsx';
import { describeVerdict, verdictOf, type RunVerdict } from './verdict.ts';

interface VerdictViewProps {
  /** At least one. */
  runs: readonly Run[];
  isRunning: boolean;
}

/** Only runs that received everything are compared. */
export function VerdictView({ runs, isRunning }: VerdictViewProps) {
  const ended = runs.map(({ id, state }) => `${id} ${state.phase === 'ended'}`).join();
  // oxlint-disable-next-line react/exhaustive-deps -- only runs that have ended are compared, at the cost of their length
  const verdict = useMemo(() => verdictOf(runs), [ended]);
  const seed = runs[0]?.request.seed;
  return (
    <div className="grid gap-3">
      <output aria-label="Verdict" className="block text-figure font-medium">
        {describeVerdict(verdict)}
      </output>
      <OtherConnection runs={runs} />
      <p className="text-dense text-muted">
        {seed === undefined ? 'No seed was sent. ' : `Seed ${seed}. `}
        {verdict.drift === null
          ? 'No logprobs to compare.'
          : `Largest difference of logprobs at equal tokens: ${formatDrift(verdict.drift)}.`}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full min-w-160 border-collapse text-dense">
          <caption className="sr-only">Runs of the check beside the first</caption>
          <thead className="border-b border-line text-left text-label text-faint">
            <tr>
              <th scope="col" className="w-10 py-1 pr-3 text-right font-regular">
                run
              </th>
              <th scope="col" className="w-32 font-regular">
                state
              </th>
              <th scope="col" className="w-16 pr-4 text-right font-regular">
                tokens
              </th>
              <th scope="col" className="w-28 pr-4 text-right font-regular">
                max |Δ logprob|
              </th>
              <th scope="col" className="font-regular">
                beside the first
              </th>
            </tr>
          </thead>
          <tbody aria-busy={isRunning}>
            {runs.map((run, position) => {
              const row = verdict.runs[position];
              if (row === undefined) return null;
              const isReference = isFirst(verdict.runs, row);
              return <Row key={run.id} row={{ ...row, run }} number={position + 1} isFirst={isReference} />;
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Row({ row, number, isFirst: isReference }: { row: RunVerdict; number: number; isFirst: boolean }) {
  const { run, comparison } = row;
  const { tone, label } = stateOf(run);
  const error = run.state.phase === 'ended' ? run.state.error : null;
  return (
    <tr className="border-b border-line align-top">
      <td className="py-1.5 pr-3 text-right text-faint tabular-nums">{number}</td>
      <td className="py-1.5">
        <Status tone={tone}>{label}</Status>
      </td>
      <td className="py-1.5 pr-4 text-right tabular-nums">{formatCount(run.recording.tokenCount)}</td>
      <td className="py-1.5 pr-4 text-right tabular-nums">
        {comparison?.drift ? formatDrift(comparison.drift.size) : '–'}
      </td>
      <td className="py-1.5 wrap-anywhere">
        {error && <span className="text-muted">{error.message}</span>}
        {isReference && <span className="text-muted">the others are compared with this one</span>}
        {comparison && <Departure comparison={comparison} />}
      </td>
    </tr>
  );
}

function Departure({ comparison }: { comparison: NonNullable<RunVerdict['comparison']> }) {
  const { difference } = comparison;
  if (difference === null) return <>the same tokens</>;
  return (
    <>
      differs from token {difference.token + 1} on:{' '}
      <span className="font-mono">
        <span className="text-faint">…{toVisibleToken(difference.before)}</span>
        <Token facts={difference.one} /> <span className="font-sans text-faint">in the first,</span>{' '}
        <Token facts={difference.other} /> <span className="font-sans text-faint">here</span>
      </span>
    </>
  );
}

function Token({ facts }: { facts: TokenFacts | null }) {
  return (
    <span
      title={facts === null || facts.logprob === null ? undefined : `logprob ${facts.logprob.toFixed(3)}`}
      className="rounded-token bg-raised px-0.5 text-text"
    >
      {facts === null ? 'end of the text' : toVisibleToken(facts.text)}
    </span>
  );
}

function isFirst(rows: readonly RunVerdict[], row: RunVerdict): boolean {
  return rows.find(({ lane }) => lane !== null) === row;
}

function stateOf({ state }: Run): { tone: Tone; label: string } {
  if (state.phase === 'queued') return { tone: 'none', label: 'In line' };
  if (state.phase === 'waiting') return { tone: 'live', label: 'Waiting' };
  if (state.phase === 'streaming') return { tone: 'live', label: 'Streaming' };
  return endWords[state.endState];
}

function formatDrift(size: number): string {
  return size === 0 ? '0' : size < 0.001 ? size.toExponential(1).replace('-', '−') : size.toFixed(3);
}
