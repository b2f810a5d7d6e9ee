// Prompt X-ray lab.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import type { Client } from '#api/client.ts';
import { useClient } from '#connection/use-client.ts';
import { changeDraft, useDraft } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { RequestSetActs } from './RequestSetActs.tsx';
import { ScoringFailure } from './ScoringNotes.tsx';
import { createRequestSet, useRequestSet } from '#run/request-set.ts';
import { scoreRequest, scoringOf } from '#run/echo-score.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { VariablesHint } from '#pages/playground/parameters/VariablesHint.tsx';
import { Field } from '#ui/Field.tsx';
import { Loading } from '#ui/States.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { XrayResult } from './XrayResult.tsx';

const xrayRuns = createRequestSet({ key: 'lab xray', schema: z.object({ prompt: z.string() }) });

export function startXray(client: Client, { prompt, model }: Pick<Draft, 'prompt' | 'model'>): void {
  xrayRuns.start(client, { prompt }, [scoreRequest(model, prompt)]);
}

/** The request's one new token is not shown. */
export function XrayLab() {
  const client = useClient();
  const { prompt, model: chosen } = useDraft((state) => state.draft);
  const { model, models } = useModel(chosen);
  const state = useRequestSet(xrayRuns);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-3">
        <div className="min-w-0">
          <ModelPicker value={model} models={models} />
        </div>
        <div className="max-w-[92ch]">
          <Field label="Prompt">
            <TextArea
              value={prompt}
              onValue={(text) => changeDraft({ prompt: text })}
              placeholder="Each token of this text is colored by how much it surprised the model."
              rows={3}
            />
          </Field>
          <VariablesHint prompt={prompt} />
        </div>
        <RequestSetActs
          label="X-ray the prompt"
          requests={problemOf(model, prompt) ?? [scoreRequest(model, prompt)]}
          models={models}
          set={xrayRuns}
          state={state}
          isScoring
          onStart={() => startXray(client, { prompt, model })}
        />
      </div>
      {state !== null && state.plan.prompt !== prompt && state.runningCount === 0 && (
        <p className="text-dense text-muted">The prompt has changed; this X-ray is of the earlier one.</p>
      )}
      <Outcome />
    </div>
  );
}

function Outcome() {
  const state = useRequestSet(xrayRuns);
  const scoring = scoringOf(state?.runs[0]);
  if (state !== null && state.runningCount > 0) return <Loading rows={6} label="Scoring prompt" />;
  if (scoring?.ok === true) return <XrayResult key={scoring.run.id} scoring={scoring} />;
  return scoring && <ScoringFailure scoring={scoring} />;
}

function problemOf(model: string, prompt: string): string | null {
  if (model === '') return 'Choose a model.';
  return prompt === '' ? 'Write a prompt.' : null;
}
