// Parameter field: the draft's prompt under a grid of two parameters, several choices a cell.
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { readDraft } from '#draft/draft.ts';
import { RunSetActs } from '#pages/playground/labs/runs/RunSetActs.tsx';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Empty } from '#ui/States.tsx';
import { AxisField } from './AxisField.tsx';
import { FieldResult } from './FieldResult.tsx';
import { readField } from './field-plan.ts';
import { fieldRuns, useFieldForm } from './field-store.ts';

/** One request a cell. */
export function FieldLab() {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const { model, models, isLoading } = useModel(draft.model);
  const form = useFieldForm();
  const state = fieldRuns.useRunSet();
  const sent = readDraft({ ...draft, model });
  const reading = sent.ok ? readField(sent.request, form) : null;
  const problem = reading === null ? (sent.ok ? '' : (sent.errors[0]?.message ?? '')) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <ModelPicker value={model} models={models} isLoading={isLoading} />
        <AxisField label="Across" axis={form.across} onAxis={(across) => useFieldForm.setState({ across })} />
        <AxisField label="Down" axis={form.down} onAxis={(down) => useFieldForm.setState({ down })} />
        <Field label="Choices a cell">
          <NumberInput text={form.n} onText={(n) => useFieldForm.setState({ n })} min={1} max={128} />
        </Field>
      </div>
      <RunSetActs
        label="Fill the field"
        requests={reading?.ok === true ? reading.requests : (reading?.message ?? problem ?? '')}
        models={models}
        state={state}
        onStart={(requests) => {
          if (reading?.ok !== true) return;
          useFieldForm.setState({ openCell: null });
          fieldRuns.start(client, reading.plan, requests);
        }}
        onStop={fieldRuns.stop}
        onAgain={fieldRuns.again}
      />
      {state === null ? (
        <Empty title="No field yet">
          <p>
            Each cell asks the draft’s prompt once with its two values and several choices: how much the
            answers differ, how sure the model is, how long they get.
          </p>
        </Empty>
      ) : (
        <FieldResult plan={state.plan} runs={state.runs} />
      )}
    </div>
  );
}
