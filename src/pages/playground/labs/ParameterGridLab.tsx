// Parameter grid lab.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { readDraft } from '#draft/draft.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { PromptField } from '#pages/playground/parameters/PromptField.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { OtherConnection } from '#run/OtherConnection.tsx';
import type { Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { Field, TextInput } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Select } from '#ui/Select.tsx';
import { Empty } from '#ui/States.tsx';
import { saveFile } from '#ui/FileButton.tsx';
import { CellTexts, ParameterGrid } from './ParameterGrid.tsx';
import { RequestSetActs } from './RequestSetActs.tsx';
import { cellMeasures, gridCsv } from './grid-figures.ts';
import { readGrid, readValues, axisParameters, Axis, GridPlan } from './parameter-grid.ts';
import { createRequestSet, useRequestSet } from '#run/request-set.ts';

export function ParameterGridLab() {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const { model, models } = useModel(draft.model);
  const form = useGridForm();
  const state = useRequestSet(gridRuns);
  const sent = readDraft({ ...draft, model });
  const reading = sent.ok ? readGrid(sent.request, form) : null;
  const problem = reading === null ? (sent.ok ? '' : (sent.errors[0]?.message ?? '')) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PromptField />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <ModelPicker value={model} models={models} />
        <AxisField label="Across" axis={form.across} onAxis={(across) => useGridForm.setState({ across })} />
        <AxisField label="Down" axis={form.down} onAxis={(down) => useGridForm.setState({ down })} />
        <Field label="Choices per cell">
          <NumberInput text={form.n} onText={(n) => useGridForm.setState({ n })} min={1} max={128} />
        </Field>
      </div>
      <RequestSetActs
        label="Run grid"
        requests={reading?.ok === true ? reading.requests : (reading?.message ?? problem ?? '')}
        models={models}
        set={gridRuns}
        state={state}
        onStart={(requests) => {
          if (reading?.ok !== true) return;
          useGridForm.setState({ openCell: null });
          gridRuns.start(client, reading.plan, requests);
        }}
      />
      {state === null ? (
        <Empty title="No results yet">
          <p>
            Each cell runs the prompt once with its two values and several choices, to show how much the
            answers differ, how sure the model is and how long they get.
          </p>
        </Empty>
      ) : (
        <FieldResult plan={state.plan} runs={state.runs} />
      )}
    </div>
  );
}

interface AxisFieldProps {
  label: string;
  axis: Axis;
  onAxis: (axis: Axis) => void;
}

/** Errors appear beside the Run button. */
function AxisField({ label, axis, onAxis }: AxisFieldProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-end gap-2">
      <legend className="sr-only">{label}</legend>
      <Field label={label}>
        <Select
          aria-label={`${label}: parameter`}
          value={axis.parameter}
          onValue={(parameter) => onAxis({ ...axis, parameter })}
          options={axisParameters.map((value) => ({ value }))}
          className="font-mono text-dense"
        />
      </Field>
      <div className="w-44">
        <TextInput
          isMono
          aria-label={`${label}: values`}
          aria-invalid={typeof readValues(axis) === 'string' || undefined}
          value={axis.values}
          onValue={(values) => onAxis({ ...axis, values })}
        />
      </div>
    </fieldset>
  );
}

interface FieldResultProps {
  plan: GridPlan;
  /** Row by row. */
  runs: readonly Run[];
}

function FieldResult({ plan, runs }: FieldResultProps) {
  const { measure, openCell } = useGridForm();
  const open = openCell === null ? undefined : runs[openCell];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          aria-label="Color by"
          value={measure}
          onValue={(next) => useGridForm.setState({ measure: next })}
          options={[
            { value: 'distinct', label: 'Distinct answers' },
            { value: 'perplexity', label: 'Perplexity' },
            { value: 'meanLogprob', label: 'Mean logprob' },
            { value: 'meanTokens', label: 'Length' },
          ]}
        />
        <p className="flex-1 text-dense text-muted">{!open && 'Select a cell to read its answers.'}</p>
        <Button
          onClick={() =>
            saveFile(new Blob([gridCsv(plan, runs)], { type: 'text/csv' }), 'inferdeck-grid.csv')
          }
        >
          Export CSV
        </Button>
      </div>
      <OtherConnection runs={runs} />
      <ParameterGrid
        plan={plan}
        runs={runs}
        measure={measure}
        openCell={openCell}
        onOpen={(cell) => useGridForm.setState({ openCell: cell === openCell ? null : cell })}
      />
      {open && <CellTexts key={open.id} plan={plan} run={open} />}
    </div>
  );
}

const useGridForm = createStoredForm(
  'inferdeck.grid',
  z.object({
    across: Axis,
    down: Axis,
    n: z.string(),
    measure: z.enum(cellMeasures),
    openCell: z.nullable(z.number()),
  }),
  {
    across: { parameter: 'temperature', values: '0, 0.5, 1, 1.5' },
    down: { parameter: 'top_p', values: '0.5, 0.9, 1' },
    n: '4',
    measure: 'distinct',
    openCell: null,
  },
);

const gridRuns = createRequestSet({ key: 'lab field', schema: GridPlan });
