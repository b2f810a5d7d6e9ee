// The checkpoint ladder: base, checkpoints and final model of a fine-tune on one prompt, and how well each reads a text.
import { fineTuneName } from '#pages/playground/compare/fine-tune-name.ts';
import { useDraft } from '#draft/draft-store.ts';
import { controlLook } from '#ui/TextInput.tsx';
import { Empty, Failed, Loading } from '#ui/States.tsx';
import { useLadderForm, wantedFineTune } from './ladder-form.ts';
import { LadderScore } from './LadderScore.tsx';
import { LadderStream } from './LadderStream.tsx';
import { useLadder } from './use-ladder.ts';

/** Nothing is sent before a button is pressed. */
export function LadderLab() {
  const form = useLadderForm();
  const model = useDraft((state) => state.draft.model);
  const { fineTunes, fineTune, rungs, isOver, isLoading, failure } = useLadder((ids) =>
    wantedFineTune(form, model, ids),
  );
  if (failure !== null) {
    return (
      <Failed title={failure.title} onRetry={failure.retry}>
        <p>{failure.message}</p>
      </Failed>
    );
  }
  if (isLoading) return <Loading rows={6} />;
  if (fineTune === null) {
    return (
      <Empty title="No fine-tune yet">
        <p>Once this service has one, its base, its checkpoints and the model that came out stand here.</p>
      </Empty>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-w-0 items-center gap-2">
          Fine-tune
          <select
            value={fineTune.id}
            onChange={(event) =>
              useLadderForm.setState({ fineTuneId: event.currentTarget.value, besideModel: model })
            }
            className={`${controlLook} min-w-0 max-w-md font-mono text-dense`}
          >
            {fineTunes.map((each) => (
              <option key={each.id} value={each.id}>
                {fineTuneName(each)}
              </option>
            ))}
          </select>
        </label>
        <p role="status" aria-label="Rungs" className="text-dense text-muted">
          {rungs.length} {rungs.length === 1 ? 'rung' : 'rungs'}
          {isOver ? '' : `, ${fineTune.status ?? 'not over'}: more appear as they are saved`}
        </p>
      </div>
      <LadderScore fineTune={fineTuneName(fineTune)} rungs={rungs} />
      <LadderStream key={fineTune.id} rungs={rungs} />
    </div>
  );
}
