// Write view: prompt editor, Run, output, side panel and focus of errors.
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { loadCompletions } from '#api/client.ts';
import { useClient } from '#connection/use-client.ts';
import { changeDraft, useDraft, fieldMark, focusField, isSeen } from '#draft/draft-store.ts';
import { errorsOf, readDraft, type DraftReading, type FieldError } from '#draft/draft.ts';
import { HistoryPart } from '#pages/playground/history/HistoryPart.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { RunContext, runStore, useRun, useRunKeys } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { chunk } from '#ui/chunk.ts';
import { useCommands } from '#ui/commands.ts';
import { PromptEditor } from './PromptEditor.tsx';
import { RunBar } from './RunBar.tsx';
import { RunStrip } from './RunStrip.tsx';
import { SidePanel, type SideTab } from './SidePanel.tsx';
import { ViewFrame, useFold } from './ViewFrame.tsx';
import { useOpenedLink } from './use-link-fragment.ts';

const loadOutput = () => chunk(() => import('./RunOutput.tsx'));
const RunOutput = lazy(async () => ({ default: (await loadOutput()).RunOutput }));
const AgainActs = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/history/AgainActs.tsx'))).AgainActs,
}));

const LinkArrival = lazy(async () => ({
  default: (await chunk(() => import('./LinkArrival.tsx'))).LinkArrival,
}));

const PromptCount = lazy(async () => ({
  default: (await chunk(() => import('./PromptCount.tsx'))).PromptCount,
}));

const VariablesHint = lazy(async () => ({
  default: (await chunk(() => import('./VariablesHint.tsx'))).VariablesHint,
}));

/** @param props.beginning shown under an empty prompt until the first run */
export function WriteView({ beginning: Beginning }: { beginning: ComponentType<{ onRun: () => void }> }) {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const run = useRun();
  const { model, models, isLoading } = useModel(draft.model);
  const link = useOpenedLink();
  const isRunPending = useRef(false);
  const { fold, isOpen, toggle } = useFold();
  const [tab, setTab] = useState<SideTab>('parameters');
  const reading = readDraft({ ...draft, model });
  const refused = refusedField(run, reading);
  const errors = errorsOf(reading, refused);

  // The field may be in another tab or a folded panel.
  function showField(field: string) {
    requestAnimationFrame(() => {
      if (field !== 'model' && field !== 'prompt')
        flushSync(() => {
          setTab('parameters');
          if (!isOpen) toggle();
        });
      // On a phone the panel covers the prompt.
      else if (!isSeen(field)) flushSync(toggle);
      focusField(field);
    });
  }

  function handleRun() {
    // Run was pressed before the models loaded: start once the default model is known.
    if (model === '' && isLoading) {
      isRunPending.current = true;
      return;
    }
    // Read from the store: the latest change may not be rendered yet.
    const now = useDraft.getState().draft;
    const sent = readDraft({ ...now, model: now.model || model });
    const first = sent.ok ? undefined : sent.errors[0];
    if (sent.ok) {
      runStore.start(client, sent.request);
      // On a phone the open panel would cover the answer.
      if (!isSeen('prompt')) toggle();
    } else if (first) showField(first.field);
  }
  function handleStop() {
    isRunPending.current = false;
    runStore.stop();
  }
  useRunKeys({
    onRun: handleRun,
    onStop: handleStop,
    canStop: isLoading || isRunning(run),
  });
  useCommands([{ title: 'Go to', isOfFields: true, run: showField }]);

  const runPending = useEffectEvent(() => {
    if (!isRunPending.current) return;
    isRunPending.current = false;
    handleRun();
  });
  useEffect(() => {
    if (!isLoading) runPending();
  }, [isLoading]);

  // What is typed first goes into the prompt. On a touch screen the focus would open the keyboard.
  const focusPrompt = useEffectEvent(() => {
    const isFree = document.activeElement === document.body;
    if (draft.prompt === '' && isFree && matchMedia('(pointer: fine)').matches) focusField('prompt');
  });
  useEffect(() => focusPrompt(), []);

  // A refusal moves the focus once, when its run ends, and not during later typing.
  const refusedRunId = refused === null ? null : (run?.id ?? null);
  const showRefused = useEffectEvent(() => {
    if (refused !== null) showField(refused.field);
  });
  useEffect(() => {
    if (refusedRunId !== null) showRefused();
  }, [refusedRunId]);

  return (
    <ViewFrame
      bar={
        <RunBar
          model={model}
          modelError={errors.get('model') ?? null}
          models={models}
          isLoading={isLoading}
          run={run}
          onRun={handleRun}
          isPanelOpen={isOpen}
          onTogglePanel={toggle}
        />
      }
      foot={<RunStrip next={reading.ok ? reading.request : null} models={models} />}
      aside={{
        label: 'Parameters, tokens and events',
        fold,
        content: <SidePanel tab={tab} onTab={setTab} errors={errors} models={models} />,
      }}
    >
      <div data-scroll="" className="h-full overflow-y-auto px-8 py-5 max-tablet:px-4">
        <div onFocus={preload} className="font-mono text-token *:max-w-216">
          {link !== null && (
            <PanelBoundary name="The link">
              <Suspense>
                <LinkArrival key={link.number} fragment={link.fragment} />
              </Suspense>
            </PanelBoundary>
          )}
          <HistoryPart name="notice" />
          <div {...fieldMark('prompt')}>
            <PromptEditor
              value={draft.prompt}
              onValue={(prompt) => changeDraft({ prompt })}
              error={errors.get('prompt') ?? null}
              isContinued={run !== null}
            />
          </div>
          <div className="flex h-4.5 items-center justify-end font-sans text-label text-faint tabular-nums">
            <PanelBoundary name="The token count">
              <Suspense>
                <PromptCount
                  prompt={draft.prompt}
                  model={model}
                  models={models}
                  maxTokens={reading.ok ? reading.request.max_tokens : undefined}
                />
              </Suspense>
            </PanelBoundary>
          </div>
          {draft.prompt.includes('{{') && (
            <PanelBoundary name="The hint">
              <Suspense>
                <VariablesHint prompt={draft.prompt} />
              </Suspense>
            </PanelBoundary>
          )}
          {run === null && draft.prompt === '' && <Beginning onRun={handleRun} />}
          <PanelBoundary name="The output">
            <Suspense>
              {run !== null && (
                <RunContext value={handleRun}>
                  <RunOutput />
                  <Suspense>
                    <AgainActs run={run} next={reading.ok ? reading.request : null} onRun={handleRun} />
                  </Suspense>
                </RunContext>
              )}
            </Suspense>
          </PanelBoundary>
        </div>
      </div>
    </ViewFrame>
  );
}

// A failure shows when they are needed.
function preload(): void {
  loadOutput().catch(() => undefined);
  loadCompletions().catch(() => undefined);
}

/** null once the field has changed, or if the error names none (ErrorData's `param`). */
function refusedField(run: Run | null, reading: DraftReading): FieldError | null {
  if (run?.state.phase !== 'ended' || run.replay !== null) return null;
  const { error } = run.state;
  if (error === null || error.param === null) return null;
  const field = error.param;
  if (reading.ok && !isSame(reading.request[field], run.request[field])) return null;
  return { field, message: error.serviceMessage ?? error.message };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
