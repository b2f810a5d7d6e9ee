// Determinism check: the draft's request several times with one seed, and the first token at which an answer departs.
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { readDraft } from '#draft/draft.ts';
import { RunSetActs } from '#pages/playground/labs/runs/RunSetActs.tsx';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Empty } from '#ui/States.tsx';
import { checkLimits, checkRequests, checkRuns, useCheckForm } from './check-plan.ts';
import { VerdictView } from './VerdictView.tsx';

/** Everything but the seed and logprobs is the draft's. */
export function DeterminismLab() {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const { model, models, isLoading } = useModel(draft.model);
  const form = useCheckForm();
  const state = checkRuns.useRunSet();
  const seed = form.seed ?? draft.numbers.seed ?? '';
  const reading = readDraft({ ...draft, model });
  const requests = reading.ok
    ? checkRequests(reading.request, form, seed)
    : (reading.errors[0]?.message ?? 'The draft cannot be sent.');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <ModelPicker value={model} models={models} isLoading={isLoading} />
        <Field label="Runs">
          <NumberInput
            text={form.count}
            onText={(count) => useCheckForm.setState({ count })}
            {...checkLimits}
            emptyText="how many"
          />
        </Field>
        <Field label="Seed" isUnset={seed === ''}>
          <div className="flex gap-2">
            <NumberInput text={seed} onText={(next) => useCheckForm.setState({ seed: next })} />
            {seed === '' && (
              <Button
                onClick={() => useCheckForm.setState({ seed: String(Math.floor(Math.random() * 1e6)) })}
              >
                Choose one
              </Button>
            )}
          </div>
        </Field>
        <label className="flex h-control items-center gap-2">
          <input
            type="checkbox"
            checked={form.withLogprobs}
            onChange={(event) => useCheckForm.setState({ withLogprobs: event.currentTarget.checked })}
            className="accent-(--act)"
          />
          Ask for logprobs, to see them drift
        </label>
      </div>
      <RunSetActs
        label="Check"
        requests={requests}
        models={models}
        state={state}
        onStart={(all) => {
          const [request] = all;
          if (request) checkRuns.start(client, { request }, all);
        }}
        onStop={checkRuns.stop}
        onAgain={checkRuns.again}
      />
      {state === null ? (
        <Empty title="No check yet">
          <p>
            The draft’s prompt is sent several times with the same seed; the answers are compared token by
            token.
          </p>
        </Empty>
      ) : (
        <VerdictView runs={state.runs} isRunning={state.runningCount > 0} />
      )}
    </div>
  );
}
