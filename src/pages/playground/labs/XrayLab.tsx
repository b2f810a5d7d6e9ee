// Prompt X-ray: the prompt scored by its model.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import type { Client } from '#api/client.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { ScoreActs, ScoringFailure } from './ScoreActs.tsx';
import { batchKeeping, createScoreBatch } from './score-batch.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { useSearchState } from '#pages/playground/write/search.ts';
import { Button } from '#ui/Button.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { XrayResult } from './XrayResult.tsx';

/** Persisted; its subject is the sent prompt. */
const xrayBatch = createScoreBatch(undefined, batchKeeping('lab xray', z.object({ prompt: z.string() })));

/** Scores the draft's prompt by the draft's model. */
export function startXray(client: Client, { prompt, model }: Pick<Draft, 'prompt' | 'model'>): void {
  xrayBatch.start(client, { prompt }, [{ model, text: prompt }]);
}

/** One request; its one new token is not shown. */
export function XrayLab() {
  const client = useClient();
  const { prompt, model: chosen } = useDraft((state) => state.draft);
  const { model, models, isLoading } = useModel(chosen);
  const batch = xrayBatch.useBatch();
  const isRunning = batch?.isRunning ?? false;
  const tasks = [{ model, text: prompt }];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <ModelPicker value={model} models={models} isLoading={isLoading} />
          <EditPrompt />
        </div>
        <ScoreActs
          label="X-ray the prompt"
          tasks={tasks}
          models={models}
          batch={xrayBatch}
          isRunning={isRunning}
          problem={problemOf(model, prompt)}
          onStart={() => startXray(client, { prompt, model })}
        />
      </div>
      {batch !== null && batch.subject.prompt !== prompt && !isRunning && (
        <p className="text-dense text-muted">The prompt has changed; this X-ray is of the earlier one.</p>
      )}
      <Outcome prompt={prompt} />
    </div>
  );
}

function Outcome({ prompt }: { prompt: string }) {
  const batch = xrayBatch.useBatch();
  const scoring = batch?.scorings[0] ?? null;
  if (batch?.isRunning === true) return <Loading rows={6} label="Scoring prompt" />;
  if (scoring?.ok === true) return <XrayResult key={scoring.run.id} scoring={scoring} />;
  if (scoring !== null) return <ScoringFailure scoring={scoring} />;
  if (prompt === '') {
    return (
      <Empty title="No prompt to X-ray" act={<EditPrompt label="Write a prompt" />}>
        <p>Colors each token of the playground’s prompt by how much it surprised the model.</p>
      </Empty>
    );
  }
  return (
    <p className="line-clamp-6 max-w-[92ch] font-mono text-token wrap-anywhere whitespace-pre-wrap text-muted">
      {prompt}
    </p>
  );
}

function EditPrompt({ label = 'Edit prompt' }: { label?: string }) {
  const { changeSearch } = useSearchState();
  return <Button onClick={() => changeSearch({ view: 'write' })}>{label}</Button>;
}

function problemOf(model: string, prompt: string): string | null {
  if (model === '') return 'Choose a model.';
  return prompt === '' ? 'Write a prompt.' : null;
}
