// Why a run is paused, and what can be done about it; what failed is asked again only by a press here.
import { useEffect, useState } from 'react';
import { openConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { formatCount, formatDuration } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import type { DataRun } from './data-run.ts';
import { formatAmount } from './DataStrip.tsx';
import { isOwnService } from './plan.ts';
import type { PauseReason } from './pause-reason.ts';
import { useRunFact } from './use-run-version.ts';

/** Empty while a run goes and nothing has failed. */
export function PauseNotice({ run }: { run: DataRun }) {
  const client = useClient();
  const phase = useRunFact(run, (now) => now.phase);
  const openCount = useRunFact(run, ({ counts }) => counts.failed + counts.stopped + counts.lost);
  useRunFact(run, ({ ledger, goesOnByItself }) => `${ledger.uncertain} ${goesOnByItself}`);
  const reason = phase.kind === 'paused' ? phase.reason : null;
  if (phase.kind === 'running' || (reason === null && openCount === 0)) return null;
  const { service } = run.read.plan;
  const isOwn = isOwnService(run.read.plan, client);
  return (
    <section
      aria-label="Pause"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-panel px-4 py-2 text-dense"
    >
      <p role="status" className="min-w-0 flex-1 wrap-anywhere text-muted">
        {reason !== null && describeReason(run, reason)}
        {openCount > 0 && ` ${openWords(run)}`}
        {run.ledger.uncertain > 0 && ' What was stopped, cut or lost may have been charged already.'}
      </p>
      {reason?.kind === 'rate' && <Countdown untilMs={reason.untilMs} />}
      {(reason?.kind === 'credentials' || !isOwn) && (
        <Button onClick={openConnections}>Open connections</Button>
      )}
      {!isOwn && (
        <p className="text-warn">
          It was started on {service?.baseUrl}, with its prices: use that connection to resume.
        </p>
      )}
      {openCount > 0 && (
        <Button disabled={!isOwn} onClick={() => run.retry([...run.results.keys()], client)}>
          Retry {formatCount(openCount)} {openCount === 1 ? 'cell' : 'cells'}
        </Button>
      )}
    </section>
  );
}

/** Beside the sentence, so that it is not read aloud every second. */
function Countdown({ untilMs }: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));
  return (
    <span role="timer" aria-label="Time to wait" className="min-w-12 tabular-nums">
      {seconds > 0 ? `in ${seconds < 600 ? `${seconds} s` : formatDuration(seconds * 1000)}` : 'now'}
    </span>
  );
}

function describeReason(run: DataRun, reason: PauseReason): string {
  if (reason.kind === 'rate') {
    const named = reason.isNamed
      ? `The service asks for a ${reason.isCut ? 'longer ' : ''}pause (429).`
      : 'The service refuses more requests (429) and names no time.';
    return `${named} ${run.goesOnByItself ? 'The run resumes by itself' : '“Resume” sends the refused cells first'} when the time is over.`;
  }
  if (reason.kind === 'kept') {
    if (run.ledger.ended === 0) return 'Nothing was sent yet.';
    return 'This run is from before; its results are kept. Nothing is sent until you resume it.';
  }
  if (reason.kind === 'person') return 'Paused. What is under way ends by itself; nothing new is sent.';
  if (reason.kind === 'stopped') return 'Stopped. “Resume” sends the cells that were not sent yet.';
  if (reason.kind === 'retried') return 'What you retried is done. “Resume” sends the other cells.';
  if (reason.kind === 'credentials')
    return 'Unauthorized (401). Check the access token of the connection, then resume.';
  if (reason.kind === 'failures') return `${reason.count} cells failed in a row, so the run was paused.`;
  const { unit, bound } = run.limits;
  if (reason.needed === null || bound === null)
    return 'Paused: the cost of the next request has no upper bound. Send max_tokens, or remove the budget.';
  const left = formatAmount(run.budget.left ?? 0, unit);
  return `Paused before the budget of ${formatAmount(bound, unit)}: the next request can cost up to ${formatAmount(reason.needed, unit)}, ${left} are left. Raise the budget to resume.`;
}

function openWords({ counts }: DataRun): string {
  const words = [
    counts.failed > 0 && `${formatCount(counts.failed)} failed`,
    counts.stopped > 0 && `${formatCount(counts.stopped)} stopped`,
    counts.lost > 0 && `${formatCount(counts.lost)} lost with the page`,
  ];
  return `${words.filter(Boolean).join(', ')}; retried only when you say so.`;
}
