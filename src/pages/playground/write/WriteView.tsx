// Write view.
import {
  startTransition,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { loadCompletions } from '#api/client.ts';
import type { Model } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';
import { changeDraft, useDraft, fieldMark, focusField, isSeen, readingNow } from '#draft/draft-store.ts';
import { HistoryPart } from '#pages/playground/history/HistoryPart.tsx';
import { nextTask } from '#lib/yield-to-page.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { RunContext, runStore, useRun, useRunKeys } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { useOpenedLink } from '#ui/use-link-fragment.ts';
import { touch } from '#ui/use-media.ts';
import { PromptEditor } from './PromptEditor.tsx';
import { RunBar } from './RunBar.tsx';
import { RunStrip } from './RunStrip.tsx';
import { SidePanel, type SideTab } from './SidePanel.tsx';
import { ViewFrame, useFold, useShowField } from './ViewFrame.tsx';
import { refusedField, useFieldErrors } from './field-errors.ts';

const loadOutput = () => import('./RunOutput.tsx');
const RunOutput = lazyPart(loadOutput, 'RunOutput');
const AgainActs = lazyPart(() => import('#pages/playground/history/AgainActs.tsx'), 'AgainActs');

const LinkArrival = lazyPart(() => import('./LinkArrival.tsx'), 'LinkArrival');

const PromptCount = lazyPart(() => import('./PromptCount.tsx'), 'PromptCount');

const VariablesHint = lazyPart(
  () => import('#pages/playground/parameters/VariablesHint.tsx'),
  'VariablesHint',
);

interface WriteViewProps {
  /** Under an empty prompt until the first run. */
  beginning: ComponentType<{ onRun: () => void }>;
  /** Beside what can be done with an answer. */
  answerAct: ComponentType<{ run: Run }>;
  /** Kept while another view is open. */
  sideTab: readonly [SideTab, (tab: SideTab) => void];
}

export function WriteView({ beginning, answerAct: AnswerAct, sideTab }: WriteViewProps) {
  const client = useClient();
  const run = useRun();
  // Other changes rerender only what shows them.
  const { model, models, isLoading } = useModel(useDraft((state) => state.draft.model));
  const link = useOpenedLink('draft');
  const [isRunPending, setRunPending] = useState(false);
  const { unfolded, isOpen, toggle } = useFold();
  const [tab, setTab] = sideTab;
  const showField = useShowField(isOpen, toggle, () => setTab('parameters'));

  function handleRun() {
    // Starts once the default model is known.
    if (model === '' && isLoading) {
      setRunPending(true);
      return;
    }
    // Includes unrendered changes.
    const sent = readingNow(model);
    if (sent.ok) {
      runStore.start(client, sent.request);
      // On a phone the open panel would cover the answer.
      if (isOpen && !isSeen('prompt')) toggle();
    } else if (sent.errors[0]) showField(sent.errors[0].field);
  }
  function handleStop() {
    setRunPending(false);
    runStore.stop();
  }
  useRunKeys({
    onRun: handleRun,
    onStop: handleStop,
    canStop: isLoading || isRunning(run),
  });

  const runPending = useEffectEvent(() => {
    if (!isRunPending) return;
    setRunPending(false);
    handleRun();
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- a press that waited is used up
    if (!isLoading) runPending();
  }, [isLoading]);

  // A refusal moves the focus once, when its run ends; not during later typing.
  const endedRunId = run?.state.phase === 'ended' ? run.id : null;
  const showRefused = useEffectEvent(() => {
    const refused = refusedField(run, readingNow(model));
    if (refused !== null) showField(refused.field);
  });
  useEffect(() => {
    if (endedRunId !== null) showRefused();
  }, [endedRunId]);

  const shown = { run, model, models };
  return (
    <ViewFrame
      bar={
        <RunBar
          {...shown}
          isLoading={isLoading}
          isRunPending={isRunPending}
          onRun={handleRun}
          onStop={handleStop}
          isPanelOpen={isOpen}
          onTogglePanel={toggle}
        />
      }
      foot={<RunStrip {...shown} />}
      aside={{
        label: 'Parameters, tokens and events',
        unfolded,
        content: <SidePanel {...shown} tab={tab} onTab={setTab} />,
      }}
    >
      <div data-scroll="" className="h-full overflow-y-auto px-8 py-5 max-tablet:px-4">
        <div onFocus={preload} className="font-mono text-token *:max-w-216">
          {link !== null && (
            <PanelBoundary name="The link" whileLoading={null}>
              <LinkArrival key={link.number} fragment={link.fragment} />
            </PanelBoundary>
          )}
          <HistoryPart name="notice" />
          <PromptPart {...shown} beginning={beginning} onRun={handleRun} />
          <PanelBoundary name="The output">
            {run !== null && (
              <OutputSuspense>
                <RunContext value={handleRun}>
                  <RunOutput />
                  <Suspense>
                    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 font-sans text-base empty:hidden">
                      <AgainActs run={run} model={model} onRun={handleRun} />
                      <AnswerAct run={run} />
                      <HistoryPart name="answer" />
                    </div>
                  </Suspense>
                </RunContext>
              </OutputSuspense>
            )}
          </PanelBoundary>
        </div>
      </div>
    </ViewFrame>
  );
}

/**
 * React alone shows a part 300 ms after the last placeholder anywhere, however early its code came, so that a page
 * appears in few steps. Here an update of its own shows the answer at once, a quarter of a second earlier.
 */
function OutputSuspense({ children }: { children: ReactNode }) {
  const [, setLoaded] = useState(false);
  useLayoutEffect(() => {
    const reveal = async () => {
      await loadOutput();
      // By then the lazy part knows its code.
      await nextTask();
      startTransition(() => setLoaded(true));
    };
    // The boundary shows a failure.
    reveal().catch(() => undefined);
  }, []);
  return <Suspense>{children}</Suspense>;
}

interface PromptPartProps {
  run: Run | null;
  model: string;
  models: readonly Model[];
  beginning: ComponentType<{ onRun: () => void }>;
  onRun: () => void;
}

function PromptPart({ run, model, models, beginning: Beginning, onRun }: PromptPartProps) {
  const prompt = useDraft((state) => state.draft.prompt);
  const errors = useFieldErrors(run, model);

  // On a touch screen the focus would open the keyboard.
  const focusPrompt = useEffectEvent(() => {
    const isFree = document.activeElement === document.body;
    if (prompt === '' && isFree && !touch.matches) focusField('prompt');
  });
  useEffect(() => focusPrompt(), []);

  return (
    <>
      <div {...fieldMark('prompt')}>
        <PromptEditor
          value={prompt}
          onValue={(next) => changeDraft({ prompt: next })}
          error={errors.get('prompt') ?? null}
          isContinued={run !== null}
        />
      </div>
      <div className="flex h-4.5 items-center justify-end font-sans text-label text-faint tabular-nums">
        <PanelBoundary name="The token count" whileLoading={null}>
          <PromptCount prompt={prompt} model={model} models={models} />
        </PanelBoundary>
      </div>
      {prompt.includes('{{') && (
        <PanelBoundary name="The hint" whileLoading={null}>
          <VariablesHint prompt={prompt} />
        </PanelBoundary>
      )}
      {run === null && prompt === '' && <Beginning onRun={onRun} />}
    </>
  );
}

// A failure shows when they are needed.
function preload(): void {
  for (const load of [loadOutput, loadCompletions]) load().catch(() => undefined);
}
