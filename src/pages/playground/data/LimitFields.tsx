// The limits of a run: how many requests at once, how much it may cost, what a 429 does. They can be changed at any time.
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import type { BudgetUnit } from './budget.ts';
import type { DataRun } from './data-run.ts';
import { formatAmount } from './DataStrip.tsx';
import type { RunLimits } from './pause-reason.ts';
import { applyBound, changeLimits } from './run-holder.ts';
import { boundUnit, changeUnit, readBound, typeBound, useSetup } from './setup-store.ts';
import type { Readiness } from './use-readiness.ts';
import { useRunFact } from './use-run-version.ts';

const counts = ['1', '2', '3', '4'].map((value) => ({ value, label: value }));
const units: readonly { readonly value: BudgetUnit; readonly label: string }[] = [
  { value: 'dollars', label: 'Dollars' },
  { value: 'tokens', label: 'Tokens' },
];

/** Before a run they are those of the form, afterwards those of the run. */
export function LimitFields({ readiness, run }: { readiness: Readiness; run: DataRun | null }) {
  const setup = useSetup();
  useRunFact(run, (now) => now?.limits);
  const canDollars =
    run === null ? readiness.hasPrices : run.read.plan.outputs.every(({ prices }) => prices !== null);
  const unit = boundUnit(setup.unit, setup.bound, canDollars);
  const bound = readBound(setup.bound);
  const boundError = bound === undefined ? 'The budget must be a number that is not negative.' : null;

  function change(limits: Partial<RunLimits>) {
    if (run !== null) changeLimits({ ...run.limits, ...limits });
  }

  return (
    <section aria-label="Limits" className="grid gap-3 px-4 py-4">
      <h2 className="text-dense font-strong text-muted">Limits</h2>
      <Field label="Concurrency" layout="row">
        <Segmented
          options={counts}
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
        hint="Every request reserves the most it can cost, so the budget is never exceeded."
      >
        <NumberInput
          text={setup.bound}
          onText={(text) => typeBound(unit, text)}
          onDone={applyBound}
          min={0}
          emptyText="no limit"
        />
      </Field>
      {run !== null && (run.limits.bound !== bound || (bound !== null && run.limits.unit !== unit)) && (
        <p className="text-dense text-muted">
          {run.limits.bound === null
            ? 'The run has no budget'
            : `The run stops before ${formatAmount(run.limits.bound, run.limits.unit)}`}{' '}
          until you enter another one: press Enter, or leave the field.
        </p>
      )}
      {!canDollars && (
        <p className="text-dense text-muted">A price is unknown, so the budget counts tokens.</p>
      )}
      <label className="flex items-start gap-2 text-dense">
        <input
          type="checkbox"
          className="mt-0.5 accent-act"
          checked={run?.limits.isArmed ?? setup.isArmed}
          onChange={(event) => {
            useSetup.setState({ isArmed: event.currentTarget.checked });
            change({ isArmed: event.currentTarget.checked });
          }}
        />
        After a 429, wait as long as the service asks, then resume automatically
      </label>
    </section>
  );
}
