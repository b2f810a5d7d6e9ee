// Data run figures: estimate, then progress.
import {
  formatCount,
  formatCounted,
  formatDuration,
  formatKnown,
  formatLeast,
  noValue,
} from '#lib/format.ts';
import { quantile } from '#lib/statistics.ts';
import { formatDollars } from '#pricing/money.ts';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { Status } from '#ui/States.tsx';
import type { DataRun } from './data-run.ts';
import { useDataRun, useRunFact, useRunPulse } from './data-run-store.ts';
import type { Readiness } from './use-readiness.ts';

/** Unknown figures are never zero. */
export function DataStrip({ readiness }: { readiness: Readiness }) {
  const run = useDataRun((state) => state.run);
  return run === null ? <Before readiness={readiness} /> : <During run={run} />;
}

function Before({ readiness }: { readiness: Readiness }) {
  const { requests, rowCount, outputs, missing, amounts, limits, unit } = readiness;
  const canCount = requests > 0 && missing.length === 0;
  const bound = limits?.bound ?? null;
  return (
    <InstrumentStrip label="Run estimate">
      <Figure
        label={`${formatCounted(rowCount, 'row')} × ${formatCounted(outputs.length, 'variant')}`}
        value={formatCounted(requests, 'request')}
        minChars={14}
      />
      <Figure
        label="prompt + output tokens, max"
        value={canCount ? formatKnown(amounts.tokens, formatCount, 'unknown') : noValue}
        minChars={10}
      />
      <Figure
        label="max cost"
        value={canCount ? formatKnown(amounts.dollars, formatDollars, 'unknown') : noValue}
        minChars={9}
      />
      <Figure label="budget" value={bound === null ? 'no limit' : formatAmount(bound, unit)} minChars={10} />
    </InstrumentStrip>
  );
}

function During({ run }: { run: DataRun }) {
  useRunPulse(run, 200);
  useRunFact(run, (now) => `${now.phase.kind} ${now.ledger.ended}`);
  const { counts, ledger, read, limits, budget } = run;
  const left = timeLeft(ledger.recentMs, run.pendingCount, limits.atOnce);
  return (
    <InstrumentStrip label="Run figures" end={<Progress run={run} />}>
      <Figure
        label={`${formatCount(run.ledger.ended)} of ${formatCount(read.count)} ended`}
        value={
          <output aria-label="Run" className="-ml-1 flex">
            <RunState run={run} />
          </output>
        }
        minChars={14}
      />
      <Figure label="complete" value={formatCount(counts.complete)} minChars={6} />
      <Figure
        label="failed"
        value={formatCount(counts.failed)}
        minChars={5}
        tone={counts.failed > 0 ? 'bad' : 'text'}
      />
      <Figure label="stopped" value={formatCount(counts.stopped + counts.lost)} minChars={5} />
      <Figure
        label="time left"
        value={run.phase.kind === 'done' ? noValue : describeLeft(left)}
        minChars={16}
      />
      <Figure label="prompt + output tokens" value={describeReceived(ledger.received)} minChars={13} />
      <Figure
        label={limits.bound === null ? 'cost so far' : `of ${formatAmount(limits.bound, limits.unit)}, max`}
        value={
          limits.bound === null
            ? describeCost(ledger.received)
            : formatAmount(budget.spent + budget.reserved, limits.unit)
        }
        minChars={12}
      />
    </InstrumentStrip>
  );
}

function RunState({ run }: { run: DataRun }) {
  if (run.phase.kind === 'running') return <Status tone="live">Running</Status>;
  if (run.phase.kind === 'paused') {
    if (run.runningCount > 0) return <Status tone="live">Pausing</Status>;
    return <Status tone="none">{run.phase.reason.kind === 'stopped' ? 'Stopped' : 'Paused'}</Status>;
  }
  return <Status tone={run.counts.complete < run.read.count ? 'partial' : 'ok'}>Done</Status>;
}

function Progress({ run }: { run: DataRun }) {
  const share = run.read.count === 0 ? 0 : run.ledger.ended / run.read.count;
  return (
    <progress
      aria-label="Requests ended"
      value={share}
      className="block h-1 w-28 appearance-none overflow-hidden rounded-token bg-line [&::-moz-progress-bar]:bg-act [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-act"
    />
  );
}

export function formatAmount(amount: number, unit: 'dollars' | 'tokens'): string {
  return unit === 'dollars' ? formatDollars(amount) : `${formatCount(amount)} tokens`;
}

/**
 * Some services send no usage, nor does a broken answer, and do not count the prompt; nor the output, if a piece may
 * hold several tokens.
 */
export function describeReceived({
  prompt,
  completion,
  unknownPrompts,
}: Omit<DataRun['ledger']['received'], 'dollars' | 'unknownCosts'>): string {
  if (unknownPrompts > 0 && prompt + completion === 0) return 'unknown';
  const counted =
    prompt === 0 && completion > 0 ? 'unknown' : formatLeast(formatCount(prompt), unknownPrompts > 0);
  return `${counted} + ${formatCount(completion)}`;
}

function describeCost({ dollars, unknownCosts }: DataRun['ledger']['received']): string {
  if (unknownCosts === 0) return formatDollars(dollars);
  return dollars === 0 ? 'unknown' : `${formatDollars(dollars)} + unknown`;
}

function describeLeft(left: ReturnType<typeof timeLeft>): string {
  if (left === null) return noValue;
  const [from, to] = [formatDuration(left.fromMs), formatDuration(left.toMs)];
  return from === to ? from : `${from} – ${to}`;
}

/** Answers needed for an estimate. */
const enough = 3;

/**
 * Lower to upper quartile of recent requests; null with too few.
 * @param left open requests
 * @param atOnce concurrent requests
 */
export function timeLeft(
  recentMs: readonly number[],
  left: number,
  atOnce: number,
): { readonly fromMs: number; readonly toMs: number } | null {
  const sample = Float64Array.from(recentMs);
  const low = quantile(sample, 0.25);
  const high = quantile(sample, 0.75);
  if (recentMs.length < enough || low === null || high === null) return null;
  const rounds = left / Math.max(1, Math.min(atOnce, left));
  return { fromMs: low * rounds, toMs: high * rounds };
}
