// Output check against JSON and an expected column, with results.
import { useMemo, useSyncExternalStore } from 'react';
import { formatCount } from '#lib/format.ts';
import { formatPercent } from '#run/format-share.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Select } from '#ui/Select.tsx';
import { checkCell, isChecked, patternChecks } from './check-cell.ts';
import type { CheckKind, CheckOutcome } from './check.ts';
import type { DataRun } from './data-run.ts';
import { useData } from './data-store.ts';
import { outputLetter } from './plan.ts';
import { useDataRun, useRunPulse } from './data-run-store.ts';
import { useCheck, useSetup } from './setup-store.ts';

const kinds: readonly { readonly value: CheckKind; readonly label: string }[] = [
  { value: 'exact', label: 'Exact' },
  { value: 'contains', label: 'Contains' },
  { value: 'regex', label: 'Regex' },
];

const none: readonly string[] = [];

export function CheckFields() {
  const run = useDataRun((state) => state.run);
  const data = useData((state) => state.data);
  const columns = run?.read.plan.columns ?? data?.columns ?? none;
  const check = useCheck(columns);
  const set = (change: Partial<typeof check>) => useSetup.setState({ check: { ...check, ...change } });
  if (columns.length === 0) return null;
  return (
    <section aria-label="Check" className="grid gap-2 px-4 py-4">
      <h2 className="text-dense font-strong text-muted">Check</h2>
      <Select
        aria-label="Expected answer column"
        value={check.column ?? ''}
        onValue={(column) => set({ column: column || null })}
        options={[
          { value: '', label: 'none' },
          ...columns.map((name) => ({ value: name, label: `expected: ${name}` })),
        ]}
        className="w-full"
      />
      <Checkbox look="text-dense" isOn={check.isJson} onToggle={(isJson) => set({ isJson })}>
        Output must be valid JSON
      </Checkbox>
      {check.column !== null && (
        <>
          <Segmented
            aria-label="Match"
            isWide
            options={kinds}
            value={check.kind}
            onValue={(kind) => set({ kind })}
          />
          <Checkbox
            look="text-dense"
            isOn={check.isCaseSensitive}
            onToggle={(isCaseSensitive) => set({ isCaseSensitive })}
          >
            Match case
          </Checkbox>
          <p className="text-dense text-muted">
            {check.isJson && check.kind === 'exact'
              ? 'Compared by value: spaces and the order of keys are ignored.'
              : 'Leading and trailing spaces are ignored.'}
          </p>
        </>
      )}
      {run !== null && isChecked(check) && <Counts run={run} />}
    </section>
  );
}

function Counts({ run }: { run: DataRun }) {
  const check = useCheck(run.read.plan.columns);
  const pulse = useRunPulse(run, 500);
  const version = useSyncExternalStore(patternChecks.subscribe, patternChecks.version);
  const { outputs } = run.read.plan;
  const counts = useMemo(
    () => countChecks(run, check),
    // oxlint-disable-next-line react/exhaustive-deps -- the run is outside React; its pulse triggers the read
    [run, check, pulse, version],
  );
  return (
    <ul aria-label="Check results" className="grid gap-1 text-dense tabular-nums">
      {outputs.map((output, index) => {
        const { pass, fail, ...rest } = counts[index] ?? noCounts;
        const share = pass + fail === 0 ? '' : ` (${formatPercent(pass / (pass + fail))})`;
        return (
          <li key={output.id} className="wrap-anywhere">
            {outputs.length > 1 && `${outputLetter(index)}: `}
            {formatCount(pass)} of {formatCount(pass + fail)} pass{share}
            {Object.entries(rest).map(
              ([outcome, count]) => count > 0 && `, ${formatCount(count)} ${outcome}`,
            )}
          </li>
        );
      })}
    </ul>
  );
}

const noCounts: Readonly<Record<CheckOutcome, number>> = {
  pass: 0,
  fail: 0,
  'not comparable': 0,
  'too slow': 0,
};

function countChecks(run: DataRun, check: Parameters<typeof checkCell>[1]) {
  const outputs = run.read.plan.outputs.length;
  const counts = Array.from({ length: outputs }, () => ({ ...noCounts }));
  for (let cell = 0; cell < run.read.count; cell += 1) {
    const outcome = checkCell(run, check, cell);
    const count = counts[cell % outputs];
    if (outcome !== null && count !== undefined) count[outcome] += 1;
  }
  return counts;
}
