// Data run limits: concurrency, budget, waiting after 429.
import { openConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { useSecondsUntil, WaitTime } from '#pages/playground/recovery/RepeatAct.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { formatAmount } from './DataStrip.tsx';
import type { BudgetUnit } from './budget.ts';
import type { DataRun } from './data-run.ts';
import type { RunLimits, PauseReason } from './pause-reason.ts';
import { isOwnService, wayBack } from './plan.ts';
import { applyBound, changeLimits, useRunFact } from './data-run-store.ts';
import { typedUnits, boundUnit, changeUnit, readBound, typeBound, useSetup } from './setup-store.ts';
import type { Readiness } from './use-readiness.ts';

const limitCounts = ['1', '2', '3', '4'].map((value) => ({ value, label: value }));
const units: readonly { readonly value: BudgetUnit; readonly label: string }[] = [
  { value: 'dollars', label: 'Dollars' },
  { value: 'tokens', label: 'Tokens' },
];

export function LimitFields({ readiness, run }: { readiness: Readiness; run: DataRun | null }) {
  const setup = useSetup();
  useRunFact(run, (now) => now?.limits);
  const canDollars =
    run === null ? readiness.hasPrices : run.read.plan.outputs.every(({ prices }) => prices !== null);
  const unit = boundUnit(setup.unit, setup.bound, canDollars);
  const bound = readBound(setup.bound, unit);
  const boundError = bound === undefined ? 'The budget must be zero or a positive number.' : null;

  function change(limits: Partial<RunLimits>) {
    if (run !== null) changeLimits({ ...run.limits, ...limits });
  }

  return (
    <section aria-label="Limits" className="grid gap-3 px-4 py-4">
      <h2 className="text-dense font-strong text-muted">Limits</h2>
      <Field label="Concurrency" layout="row">
        <Segmented
          options={limitCounts}
          value={String(run?.limits.atOnce ?? setup.atOnce)}
          onValue={(value) => {
            useSetup.setState({ atOnce: Number(value) });
            change({ atOnce: Number(value) });
          }}
        />
      </Field>
      <Field label="Budget unit" layout="row">
        <Segmented
          options={canDollars || unit === 'dollars' ? units : units.slice(1)}
          value={unit}
          onValue={changeUnit}
        />
      </Field>
      <Field
        label="Budget"
        unit={unit}
        layout="row"
        error={boundError}
        hint="Every request reserves its maximum cost, so the budget is never exceeded."
      >
        <NumberInput
          text={setup.bound}
          onText={(text) => typeBound(unit, text)}
          onDone={applyBound}
          min={0}
          unit={typedUnits[unit]}
          emptyText="no limit"
        />
      </Field>
      {run !== null && (run.limits.bound !== bound || (bound !== null && run.limits.unit !== unit)) && (
        <p className="text-dense text-muted">
          {run.limits.bound === null
            ? 'The run has no budget'
            : `The run stops before ${formatAmount(run.limits.bound, run.limits.unit)}`}{' '}
          until you enter another one: press ⏎, or leave the field.
        </p>
      )}
      {!canDollars && (
        <p className="text-dense text-muted">A price is unknown, so the budget is in tokens.</p>
      )}
      <label className="flex items-start gap-2 text-dense">
        <input
          type="checkbox"
          className="mt-0.5 accent-act"
          checked={run?.limits.autoResume ?? setup.autoResume}
          onChange={(event) => {
            useSetup.setState({ autoResume: event.currentTarget.checked });
            change({ autoResume: event.currentTarget.checked });
          }}
        />
        After a 429, wait as long as the service asks, then resume automatically
      </label>
    </section>
  );
}

export function PauseNotice({ run }: { run: DataRun }) {
  const client = useClient();
  const phase = useRunFact(run, (now) => now.phase);
  const openCount = useRunFact(run, ({ counts }) => counts.failed + counts.stopped + counts.lost);
  useRunFact(run, ({ ledger, willAutoResume }) => `${ledger.uncertain} ${willAutoResume}`);
  const reason = phase.kind === 'paused' ? phase.reason : null;
  if (phase.kind === 'running' || (reason === null && openCount === 0)) return null;
  // A wait that ends by itself goes on where it began.
  const isOnItsOwn = reason?.kind === 'rate' && run.willAutoResume;
  const way = isOnItsOwn ? null : wayBack(run.read.plan, client);
  return (
    <section
      aria-label="Pause"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-panel px-4 py-2 text-dense"
    >
      <p role="status" className="min-w-0 flex-1 wrap-anywhere text-muted">
        {reason !== null && describeReason(run, reason)}
        {openCount > 0 && ` ${openWords(run)}`}
        {reason?.kind !== 'failures' && firstError(run, reason?.kind === 'refused' && reason.refusal.error)}
        {run.ledger.uncertain > 0 && ' Stopped, cut or lost requests may have been charged already.'}
      </p>
      {reason?.kind === 'rate' && <Countdown untilMs={reason.untilMs} />}
      {((reason?.kind === 'refused' && reason.refusal.status === 401) || way !== null) && (
        <Button onClick={openConnections}>Open connections</Button>
      )}
      {way !== null && <p className="text-warn">{way}</p>}
      {openCount > 0 && (
        <Button
          disabled={!isOwnService(run.read.plan, client)}
          onClick={() => run.retry([...run.results.keys()], client)}
        >
          Retry {formatCounted(openCount, 'request')}
        </Button>
      )}
    </section>
  );
}

function Countdown({ untilMs }: { untilMs: number }) {
  return <WaitTime seconds={useSecondsUntil(untilMs)} />;
}

function describeReason(run: DataRun, reason: PauseReason): string {
  if (reason.kind === 'rate') {
    const named = reason.isNamed
      ? `Rate limited (429)${reason.isCut ? ' for longer' : ''}.`
      : 'The service refuses more requests (429) and gives no wait time.';
    return `${named} ${run.willAutoResume ? 'The run resumes automatically' : '“Resume” sends the refused requests first'} when the countdown ends.`;
  }
  if (reason.kind === 'not-started') {
    if (run.ledger.ended === 0) return 'Nothing has been sent yet.';
    return 'This is an earlier run; its results are kept. Nothing is sent until you resume it.';
  }
  if (reason.kind === 'user') return 'Paused. Requests in flight will finish; nothing new is sent.';
  if (reason.kind === 'stopped') return 'Stopped. “Resume” sends the remaining requests.';
  if (reason.kind === 'retried') return 'The retries are done. “Resume” sends the other requests.';
  if (reason.kind === 'refused')
    return `${reason.refusal.error ?? ''} “Resume” sends the refused requests first.`;
  if (reason.kind === 'failures')
    return `${reason.count} requests failed in a row, so the run paused. Last error: ${reason.last.error ?? 'unknown.'}`;
  const { unit, bound } = run.limits;
  if (reason.needed === null || bound === null)
    return 'Paused: the cost of the next request has no upper bound. Set max_tokens, or remove the budget.';
  const left = formatAmount(run.budget.left ?? 0, unit);
  return `Paused before the budget of ${formatAmount(bound, unit)}: the next request can cost up to ${formatAmount(reason.needed, unit)}, ${left} are left. Raise the budget to resume.`;
}

/** On a phone its column is beyond the edge. @param said not said again */
function firstError({ results }: DataRun, said: string | false | null): string {
  const failed = results.find((result) => result?.state === 'failed');
  return failed && failed.error !== said ? ` First error: ${failed.error ?? 'unknown.'}` : '';
}

function openWords({ counts }: DataRun): string {
  const words = [
    counts.failed > 0 && `${formatCount(counts.failed)} failed`,
    counts.stopped > 0 && `${formatCount(counts.stopped)} stopped`,
    counts.lost > 0 && `${formatCount(counts.lost)} lost when the page was closed`,
  ];
  return `${words.filter(Boolean).join(', ')}; not retried unless you ask.`;
}
