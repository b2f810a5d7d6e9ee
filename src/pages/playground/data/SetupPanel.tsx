// How a run is set up: rows, outputs, check, limits; while one is there, its limits and the way to a new one.
import { useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { CheckFields } from './CheckFields.tsx';
import type { RowChoice } from './choose-rows.ts';
import type { DataRun } from './data-run.ts';
import { LimitFields } from './LimitFields.tsx';
import { OutputList } from './OutputList.tsx';
import { nameOutput, outputLetter } from './output.ts';
import { discardRun, useDataRun } from './run-holder.ts';
import { useSetup } from './setup-store.ts';
import type { Readiness } from './use-readiness.ts';

const choices: readonly { readonly value: RowChoice['kind']; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'first', label: 'First' },
  { value: 'sample', label: 'Sample' },
];

/** Everything but the limits and the check is fixed once a run has begun. */
export function SetupPanel({ readiness }: { readiness: Readiness }) {
  const run = useDataRun((state) => state.run);
  return (
    <div className="divide-y divide-line">
      {run === null ? (
        <>
          <RowFields />
          <OutputList outputs={readiness.outputs} />
        </>
      ) : (
        <RunSummary run={run} />
      )}
      <CheckFields />
      <LimitFields readiness={readiness} run={run} />
      {run === null && readiness.obstacles.length > 0 && (
        <ul aria-label="Before Start" className="grid gap-1 px-4 py-4 text-dense text-muted">
          {readiness.obstacles.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {run === null && readiness.emptyRows > 0 && (
        <p className="px-4 py-4 text-dense text-warn">
          {formatCount(readiness.emptyRows)} {readiness.emptyRows === 1 ? 'row has' : 'rows have'} an empty
          value for a variable; the place stays empty in their prompts.
        </p>
      )}
    </div>
  );
}

function RowFields() {
  const { rows, rowCount, rowSeed } = useSetup();
  return (
    <section aria-label="Rows" className="grid gap-2 px-4 py-4">
      <h2 className="text-dense font-strong text-muted">Rows</h2>
      <Segmented
        aria-label="Rows to run"
        isWide
        options={choices}
        value={rows}
        onValue={(value) => useSetup.setState({ rows: value })}
      />
      {rows !== 'all' && (
        <Field label={rows === 'first' ? 'first rows' : 'sampled rows'} layout="row">
          <NumberInput
            text={rowCount}
            onText={(text) => useSetup.setState({ rowCount: text })}
            min={1}
            isWhole
            emptyText="how many"
          />
        </Field>
      )}
      {rows === 'sample' && (
        <Field label="seed of the sample" layout="row">
          <NumberInput
            text={rowSeed}
            onText={(text) => useSetup.setState({ rowSeed: text })}
            min={0}
            isWhole
            emptyText="a number"
          />
        </Field>
      )}
    </section>
  );
}

function RunSummary({ run }: { run: DataRun }) {
  const [isSure, setSure] = useState(false);
  const { name, startedAt, rows, outputs } = run.read.plan;
  return (
    <section aria-label="This run" className="grid gap-2 px-4 py-4">
      <h2 className="text-dense font-strong text-muted">This run</h2>
      <p className="wrap-anywhere">
        {name || 'Pasted rows'}, {formatCount(rows.length)} {rows.length === 1 ? 'row' : 'rows'}
      </p>
      <ul className="grid gap-1 font-mono text-dense wrap-anywhere">
        {outputs.map((output, index) => (
          <li key={output.id}>
            {outputs.length > 1 && `${outputLetter(index)} `}
            {nameOutput(output, output.model)}
          </li>
        ))}
      </ul>
      <p className="text-dense text-muted">started {new Date(startedAt).toLocaleString()}</p>
      {isSure ? (
        <div className="grid gap-2">
          <p className="text-dense text-warn">Its results are gone then. Export them first to keep them.</p>
          <div className="flex gap-2">
            <Button onClick={discardRun}>Discard results</Button>
            <Button look="quiet" onClick={() => setSure(false)}>
              Keep them
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button onClick={() => setSure(true)}>New run</Button>
        </div>
      )}
    </section>
  );
}
