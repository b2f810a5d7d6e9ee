// Run bar: model, history steps, link, code, Stop and Run.
import { lazy, Suspense, useState } from 'react';
import type { Model } from '#api/schema/model.ts';
import { fieldMark } from '#draft/draft-store.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { HistoryPart } from '#pages/playground/history/HistoryPart.tsx';
import { runStore } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { LazyDialog } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Popover } from '#ui/Popover.tsx';
import { chunk } from '#ui/chunk.ts';
import { useCommands } from '#ui/commands.ts';
import { ViewSwitch } from './ViewFrame.tsx';

interface RunBarProps {
  model: string;
  modelError: string | null;
  models: readonly Model[];
  isLoading: boolean;
  run: Run | null;
  onRun: () => void;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
}

/** Run and Stop keep their positions, so that neither is pressed by mistake. */
export function RunBar(props: RunBarProps) {
  const running = isRunning(props.run);
  return (
    <>
      <ViewSwitch />
      <div {...fieldMark('model')} className="flex min-w-40 flex-1 max-tablet:basis-1/2">
        <ModelPicker value={props.model} models={props.models} isLoading={props.isLoading} />
        {props.modelError !== null && !props.isLoading && (
          <p role="alert" className="ml-2 min-w-32 flex-1 self-center truncate text-dense text-bad">
            {props.modelError}
          </p>
        )}
      </div>
      <div className="flex w-[calc(2*var(--control))] shrink-0">
        <HistoryPart name="steps" />
      </div>
      <LinkButton model={props.model} />
      <CodeButton model={props.model} />
      <Button look="quiet" aria-expanded={props.isPanelOpen} onClick={props.onTogglePanel}>
        Parameters
      </Button>
      <div className="ml-auto flex gap-2">
        <Button keys="Escape" disabled={!running} onClick={runStore.stop}>
          Stop
        </Button>
        <Button look="primary" keys="Mod+Enter" disabled={running} onClick={props.onRun}>
          Run
        </Button>
      </div>
    </>
  );
}

const LinkView = lazy(async () => ({ default: (await chunk(() => import('./LinkView.tsx'))).LinkView }));

/** `model` is the effective one, also if the draft names none. */
function LinkButton({ model }: { model: string }) {
  useCommands([{ title: 'Link', run: () => document.getElementById('link')?.showPopover() }]);
  return (
    <>
      <Button look="quiet" popoverTarget="link">
        Link
      </Button>
      <Popover id="link" label="Link to this draft">
        {() => (
          <Suspense>
            <LinkView model={model} />
          </Suspense>
        )}
      </Popover>
    </>
  );
}

const CodeView = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/code/CodeView.tsx'))).CodeView,
}));

/** `model` is the effective one, also if the draft names none. */
function CodeButton({ model }: { model: string }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useCommands([{ title: 'Code', run: open }]);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={open}>
        Code
      </Button>
      {isOpen && (
        <LazyDialog title="Code" isWide onClose={() => setOpen(false)}>
          <div className="flex h-[min(35rem,calc(100dvh-8rem))] shrink-0 flex-col gap-3">
            <PanelBoundary name="The code">
              <Suspense>
                <CodeView model={model} />
              </Suspense>
            </PanelBoundary>
          </div>
        </LazyDialog>
      )}
    </>
  );
}
