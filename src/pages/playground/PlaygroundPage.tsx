// The playground: a prompt that a model continues, with its parameters beside it and its figures below.
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useClient } from '#connection/use-client.ts';
import { chunk } from '#ui/chunk.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Beginning } from './Beginning.tsx';
import { changeDraft, useDraft } from './draft-store.ts';
import { errorsOf, readDraft } from './draft.ts';
import { fieldMark, focusField } from './field-focus.ts';
import { PromptEditor } from './PromptEditor.tsx';
import { refusedField } from './refusal.ts';
import { RunBar } from './RunBar.tsx';
import { RunStrip } from './RunStrip.tsx';
import { SidePanel, type SideTab } from './SidePanel.tsx';
import { useModel } from './use-model.ts';
import { useRunKeys } from './use-run-keys.ts';
import { runStore, useRun } from './use-run.ts';

const loadOutput = () => chunk(() => import('./RunOutput.tsx'));
const RunOutput = lazy(async () => ({ default: (await loadOutput()).RunOutput }));

/** Prompt, run, read; everything else is beside it. */
export function PlaygroundPage() {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const run = useRun();
  const { model, models, isLoading } = useModel(draft.model);
  const [panel, setPanel] = useState<'open' | 'folded' | 'by width'>('by width');
  const [tab, setTab] = useState<SideTab>('parameters');
  const reading = readDraft({ ...draft, model });
  const refused = refusedField(run, reading);
  const errors = errorsOf(reading, refused);

  // The fields are not there while another tab is open: the focus moves once they are.
  function showField(field: string) {
    requestAnimationFrame(() => {
      flushSync(() => setTab('parameters'));
      focusField(field);
    });
  }

  function handleRun() {
    const first = reading.ok ? undefined : reading.errors[0];
    if (reading.ok) runStore.start(client, reading.request);
    else if (first) showField(first.field);
  }
  useRunKeys(handleRun, runStore.stop);

  const refusal = refused === null ? null : `${run?.id} ${refused.field}`;
  const showRefused = useEffectEvent(showField);
  useEffect(() => {
    if (refusal !== null) showRefused(refusal.split(' ')[1] ?? '');
  }, [refusal]);

  const isPanelOpen = panel === 'open' || (panel === 'by width' && isWide());
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_minmax(0,1fr)_auto]">
      <RunBar
        model={model}
        modelError={errors.get('model') ?? null}
        models={models}
        isLoading={isLoading}
        run={run}
        onRun={handleRun}
        isPanelOpen={isPanelOpen}
        onTogglePanel={() => setPanel(isPanelOpen ? 'folded' : 'open')}
      />
      <div data-scroll="" className="col-start-1 row-start-2 overflow-y-auto px-8 py-5 max-tablet:px-4">
        <div {...fieldMark('prompt')} onFocus={warm} className="max-w-[92ch] font-mono text-token">
          <PromptEditor
            value={draft.prompt}
            onValue={(prompt) => changeDraft({ prompt })}
            error={errors.get('prompt') ?? null}
            isContinued={run !== null}
          />
          {run === null && draft.prompt === '' && <Beginning />}
          <PanelBoundary name="The output">
            <Suspense>{run !== null && <RunOutput />}</Suspense>
          </PanelBoundary>
        </div>
      </div>
      <div className="col-start-1 row-start-3 min-w-0 border-t border-line bg-panel">
        <RunStrip />
      </div>
      <aside
        aria-label="Parameters, tokens and events"
        className={`w-side overflow-hidden border-l border-line bg-panel max-desk:z-1 max-desk:col-start-1 max-desk:row-start-2 max-desk:justify-self-end max-desk:shadow-float desk:col-start-2 desk:row-span-3 desk:row-start-1 ${panelClass[panel]}`}
      >
        <SidePanel tab={tab} onTab={setTab} errors={errors} models={models} />
      </aside>
    </div>
  );
}

// What shows the output is loaded once a person begins to write, not before. A failure shows when it is needed.
function warm(): void {
  loadOutput().catch(() => undefined);
}

function isWide(): boolean {
  return matchMedia('(min-width: 64rem)').matches;
}

// Until a person folds or opens it, the width decides, without a first draw in the wrong state.
const panelClass = { open: '', folded: 'hidden', 'by width': 'max-desk:hidden' } as const;
