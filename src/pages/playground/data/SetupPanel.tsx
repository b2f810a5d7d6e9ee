// Data run setup.
import { useId, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { inputLimits, numberFields, type NumberField } from '#api/schema/request-fields.ts';
import { useDraft } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { sentParameters } from '#draft/parameter-changes.ts';
import { formatCounted } from '#lib/format.ts';
import { dateTimeWords } from '#lib/dates.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Field, TextInput } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { CheckFields } from './CheckFields.tsx';
import { useDiscardRun } from './DataBar.tsx';
import { LimitFields } from './LimitFields.tsx';
import type { DataRun } from './data-run.ts';
import { nameOutput, outputLetter, type Output, type PlannedOutput } from './plan.ts';
import { useDataRun, useRunFact } from './data-run-store.ts';
import { type RowChoice, useSetup } from './setup-store.ts';
import type { Readiness } from './use-readiness.ts';

const choices: readonly { readonly value: RowChoice['kind']; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'first', label: 'First' },
  { value: 'sample', label: 'Sample' },
];

/** Once started, only limits and check can change. */
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
      {run === null && readiness.emptyRows > 0 && (
        <p className="px-4 py-4 text-dense text-warn">
          {formatCounted(readiness.emptyRows, 'row has', 'rows have')} an empty value for a variable.
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
        <Field label={rows === 'first' ? 'Row count' : 'Sample size'} layout="row">
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
        <Field label="Sample seed" layout="row">
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
  const phase = useRunFact(run, (now) => now.phase.kind);
  const { ask, dialog } = useDiscardRun();
  const { name, startedAt, rows, outputs, draft } = run.read.plan;
  return (
    <section aria-label="This run" className="grid gap-2 px-4 py-4">
      <h2 className="text-dense font-strong text-muted">This run</h2>
      <p className="wrap-anywhere">
        {name || 'Pasted rows'}, {formatCounted(rows.length, 'row')}
      </p>
      <ul className="grid gap-1 font-mono text-dense wrap-anywhere">
        {outputs.map((output, index) => (
          <li key={output.id}>
            {outputs.length > 1 && `${outputLetter(index)} `}
            {nameOutput(output)}
          </li>
        ))}
      </ul>
      <Parameters draft={draft} />
      <p className="text-dense text-muted">started {dateTimeWords(Date.parse(startedAt))}</p>
      {phase !== 'done' && (
        <div>
          <Button onClick={ask}>New run</Button>
        </div>
      )}
      {dialog}
    </section>
  );
}

function Parameters({ draft }: { draft: Draft }) {
  const sent = sentParameters(draft, (field) => field !== 'n' && field !== 'echo').join(', ');
  return (
    <p className="text-dense wrap-anywhere text-muted">
      {sent === '' ? 'All parameters at their defaults' : `Parameters: ${sent}`}
    </p>
  );
}

/** Each cell has one answer, so `n` is fixed. */
const changeable = numberFields.filter((name) => name !== 'n');

/** The first is the draft. */
function OutputList({ outputs }: { outputs: readonly PlannedOutput[] }) {
  const { outputs: typed } = useSetup();
  const draft = useDraft((state) => state.draft);
  const { models } = useModel('');
  const list = useId();
  const isUnknown = ({ model }: PlannedOutput) =>
    models.length > 0 && model !== '' && !models.some(({ id }) => id === model);
  const unknown = outputs.filter(isUnknown).map(({ model }) => model);
  const replace = (next: Output) =>
    useSetup.setState({ outputs: typed.map((each) => (each.id === next.id ? next : each)) });
  return (
    <section aria-label="Variants" className="grid gap-3 px-4 py-4">
      <h2 className="text-dense font-strong text-muted">Variants</h2>
      <Parameters draft={draft} />
      {typed.map((output, index) => (
        <OutputFields
          key={output.id}
          name={`Variant ${index + 1}`}
          output={output}
          draftModel={outputs[index]?.model ?? ''}
          list={list}
          onOutput={replace}
          onRemove={
            typed.length === 1
              ? null
              : () => useSetup.setState({ outputs: typed.filter(({ id }) => id !== output.id) })
          }
        />
      ))}
      <datalist id={list}>
        {models.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </datalist>
      {unknown.length > 0 && (
        <p className="text-dense text-warn">
          The service does not list {[...new Set(unknown)].join(', ')}: requests may fail.
        </p>
      )}
      {new Set(outputs.map((output) => nameOutput(output))).size < outputs.length && (
        <p className="text-dense text-warn">Two variants are the same: each row is sent twice.</p>
      )}
      <div>
        <Button
          onClick={() => {
            const id = Math.max(...typed.map((each) => each.id)) + 1;
            useSetup.setState({ outputs: [...typed, { id, model: '', changes: {} }] });
          }}
        >
          Add variant
        </Button>
      </div>
    </section>
  );
}

interface OutputFieldsProps {
  name: string;
  output: Output;
  draftModel: string;
  /** Id of the list of models. */
  list: string;
  onOutput: (output: Output) => void;
  onRemove: (() => void) | null;
}

function OutputFields({ name, output, draftModel, list, onOutput, onRemove }: OutputFieldsProps) {
  const changed = changeable.filter((each) => each in output.changes);
  const setChange = (parameter: NumberField, text: string | null) => {
    const { [parameter]: _, ...others } = output.changes;
    onOutput({ ...output, changes: text === null ? others : { ...others, [parameter]: text } });
  };
  return (
    <div role="group" aria-label={name} className="grid gap-1.5">
      <div className="flex items-center gap-1">
        <TextInput
          aria-label={`${name}: model`}
          isMono
          list={list}
          value={output.model}
          placeholder={draftModel || 'model'}
          onValue={(model) => onOutput({ ...output, model })}
        />
        {onRemove && <IconButton icon="cross" label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />}
      </div>
      {changed.map((parameter) => (
        <div key={parameter} className="flex items-center gap-1 text-dense">
          <span className="flex-1">{parameter}</span>
          <NumberInput
            aria-label={`${name}: ${parameter}`}
            text={output.changes[parameter] ?? ''}
            onText={(text) => setChange(parameter, text)}
            {...inputLimits(parameter)}
          />
          <IconButton
            icon="cross"
            label={`${name}: reset ${parameter}`}
            onClick={() => setChange(parameter, null)}
          />
        </div>
      ))}
      <Select
        aria-label={`${name}: change a parameter`}
        data-keys="choices"
        onKeyDown={openByArrow}
        value=""
        onValue={(parameter) => {
          if (parameter === '') return;
          flushSync(() => setChange(parameter, ''));
          document.querySelector<HTMLElement>(`[aria-label="${name}: ${parameter}"]`)?.focus();
        }}
        options={[
          { value: '', label: 'Current settings; change a parameter…' },
          ...changeable.filter((each) => !changed.includes(each)).map((value) => ({ value })),
        ]}
        className="w-full text-dense text-muted"
      />
    </div>
  );
}

/** Closed, an arrow would choose the next parameter at once. Where it cannot open the list, it does so by itself. */
function openByArrow(event: KeyboardEvent<HTMLSelectElement>): void {
  if (!/^Arrow(Up|Down)$/.test(event.key) || !('showPicker' in event.currentTarget)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
