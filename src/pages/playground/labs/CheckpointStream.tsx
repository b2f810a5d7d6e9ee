// One prompt streamed by every checkpoint.
import { useEffect, type KeyboardEvent } from 'react';
import { useClient } from '#connection/use-client.ts';
import { changeDraft, useDraft, fieldMark } from '#draft/draft-store.ts';
import { readDraft } from '#draft/draft.ts';
import { LosingNote, RunColumn } from '#pages/playground/compare/RunColumn.tsx';
import { type Stage, stageName } from '#pages/playground/compare/stages.ts';
import { useColumnRuns } from '#pages/playground/compare/column-acts.ts';
import { columnLimit } from '#pages/playground/compare/column.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { RequestsCost } from '#pages/playground/parameters/RequestsCost.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { VariablesHint } from '#pages/playground/parameters/VariablesHint.tsx';
import { isRunning } from '#run/run.ts';
import { useRunButton } from '#run/run-button.ts';
import { takeRunChord } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { useCommands } from '#ui/commands.ts';
import { Progress } from './RequestSetActs.tsx';
import { checkpointComparison, isLosingCheckpoints, restoreCheckpoints } from './checkpoint-form.ts';
import { chooseStages } from './stage-scores.ts';

/** Only the model differs from the draft. */
export function CheckpointStream({ stages }: { stages: readonly Stage[] }) {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const { models } = useModel(draft.model);
  const shown = chooseStages(stages, columnLimit, draft.model);
  const { press, runButton } = useRunButton(shown.length);
  const runs = useColumnRuns(
    checkpointComparison,
    shown.map(({ model }) => model),
  );
  useEffect(() => {
    void restoreCheckpoints();
  }, []);
  const isAnyRunning = runs.some(isRunning);
  // Here Ctrl+Enter streams; elsewhere in the lab it scores.
  useCommands([
    { title: 'Stop all', keys: 'Escape', isOff: !isAnyRunning, run: checkpointComparison.stopAll },
  ]);
  const rows = shown.map((stage) => {
    const own = { ...draft, model: stage.model };
    return { stage, draft: own, reading: readDraft(own) };
  });
  const requests = rows.flatMap(({ reading }) => (reading.ok ? [reading.request] : []));
  const [error] = rows[0]?.reading.ok === false ? rows[0].reading.errors : [];
  const [first] = rows;

  function run({ stage, draft: own, reading }: (typeof rows)[number]): void {
    if (reading.ok) checkpointComparison.run(client, stage.model, own, reading.request);
  }

  const canRun = !isAnyRunning && error === undefined && rows.length > 0;
  function runAll(): void {
    if (canRun) for (const row of rows) run(row);
  }
  function handleKey(event: KeyboardEvent): void {
    if (takeRunChord(event)) press();
  }

  return (
    <div
      role="presentation"
      data-keys="panel"
      onKeyDown={handleKey}
      className="not-focus-within:[&_kbd]:invisible"
    >
      <section aria-label="One prompt on every model" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="font-strong">One prompt on every model</h2>
        <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,92ch)_minmax(0,24rem)]">
          <div {...fieldMark('prompt')}>
            <Field label="Prompt" hint="Shared with Write, as are the parameters.">
              <TextArea value={draft.prompt} onValue={(prompt) => changeDraft({ prompt })} rows={2} />
            </Field>
            <VariablesHint prompt={draft.prompt} />
          </div>
          <div className="grid gap-2">
            {error === undefined ? (
              <RequestsCost requests={requests} models={models} />
            ) : (
              <p className="text-dense text-bad">{error.message}</p>
            )}
            {shown.length < stages.length && (
              <p className="text-dense text-muted">
                {shown.length} of {stages.length} models, evenly spaced.
              </p>
            )}
            <div className="flex flex-wrap items-center gap-2">
              <Button {...runButton} keys="Mod+Enter" disabled={!canRun} onClick={runAll}>
                Run on {rows.length} models
              </Button>
              <Button disabled={!isAnyRunning} onClick={checkpointComparison.stopAll}>
                Stop all
              </Button>
              <Progress runs={runs.flatMap((each) => each ?? [])} />
            </div>
          </div>
        </div>
        <LosingNote isLosing={isLosingCheckpoints} />
        <div className="grid h-120 snap-x auto-cols-[minmax(min(22rem,calc(100vw-3rem)),1fr)] grid-flow-col grid-rows-[minmax(0,1fr)] overflow-x-auto overflow-y-hidden border border-line">
          {rows.map((row) => (
            <RunColumn
              key={row.stage.model}
              comparison={checkpointComparison}
              id={row.stage.model}
              name={capital(stageName(row.stage))}
              draft={row.draft}
              reading={row.reading}
              models={models}
              first={row === first || !first ? null : { id: first.stage.model, name: stageName(first.stage) }}
              against={null}
              hasModelField={false}
              onRun={() => run(row)}
              head={
                <p className="flex h-control items-center font-strong">{capital(stageName(row.stage))}</p>
              }
              detail={<p className="truncate font-mono text-dense text-muted">{row.stage.model}</p>}
            />
          ))}
        </div>
      </section>
    </div>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
