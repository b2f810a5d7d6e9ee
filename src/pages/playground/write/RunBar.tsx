// Run bar of Write.
import { Suspense, useState } from 'react';
import type { Model } from '#api/schema/model.ts';
import { fieldMark } from '#draft/draft-store.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { HistoryPart } from '#pages/playground/history/HistoryPart.tsx';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { LazyDialog } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Popover } from '#ui/Popover.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { useCommands } from '#ui/commands.ts';
import { ViewSwitch } from './ViewFrame.tsx';
import { useFieldErrors } from './field-errors.ts';

interface RunBarProps {
  model: string;
  models: readonly Model[];
  isLoading: boolean;
  run: Run | null;
  /** Starts once the models are loaded. */
  isRunPending: boolean;
  onRun: () => void;
  onStop: () => void;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
}

/** Run and Stop never move, so that neither is pressed by mistake. */
export function RunBar(props: RunBarProps) {
  const running = props.isRunPending || isRunning(props.run);
  return (
    <>
      <ViewSwitch />
      <div
        {...fieldMark('model')}
        className="flex min-w-40 flex-1 flex-wrap max-tablet:order-1 max-tablet:min-w-0 max-tablet:basis-1/3"
      >
        <ModelPicker value={props.model} models={props.models} />
        {!props.isLoading && <ModelError run={props.run} model={props.model} />}
      </div>
      <div className="flex w-[calc(2*var(--control))] shrink-0 max-tablet:order-1">
        <HistoryPart name="steps" />
      </div>
      <div className="flex tablet:gap-2">
        <LinkButton model={props.model} />
        <CodeButton model={props.model} />
        <Button look="quiet" aria-expanded={props.isPanelOpen} onClick={props.onTogglePanel}>
          <ActName icon="sliders">Parameters</ActName>
        </Button>
      </div>
      <div className="ml-auto flex gap-2 max-tablet:order-1">
        <Button keys="Escape" disabled={!running} onClick={props.onStop}>
          Stop
        </Button>
        <Button look="primary" keys="Mod+Enter" disabled={running} onClick={props.onRun}>
          Run
        </Button>
      </div>
    </>
  );
}

function ModelError({ run, model }: Pick<RunBarProps, 'run' | 'model'>) {
  const error = useFieldErrors(run, model).get('model');
  return (
    error !== undefined && (
      <p role="alert" className="ml-2 min-w-0 grow basis-20 self-center truncate text-dense text-bad">
        {error}
      </p>
    )
  );
}

/** On a phone the bar keeps to two rows. */
function ActName({ icon, children }: { icon: IconName; children: string }) {
  return (
    <>
      <Icon name={icon} className="tablet:hidden" />
      <span className="max-tablet:sr-only">{children}</span>
    </>
  );
}

const LinkView = lazyPart(() => import('./LinkView.tsx'), 'LinkView');

/** @param props.model in effect, even if the draft names none */
function LinkButton({ model }: { model: string }) {
  useCommands([{ title: 'Link', run: () => document.getElementById('link')?.showPopover() }]);
  return (
    <>
      <Button look="quiet" popoverTarget="link">
        <ActName icon="link">Link</ActName>
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

const CodeView = lazyPart(() => import('#pages/playground/code/CodeView.tsx'), 'CodeView');

/** @param props.model in effect, even if the draft names none */
function CodeButton({ model }: { model: string }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useCommands([{ title: 'Code', run: open }]);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={open}>
        <ActName icon="code">Code</ActName>
      </Button>
      {isOpen && (
        <LazyDialog title="Code" isWide onClose={() => setOpen(false)}>
          <div className="flex h-[min(35rem,calc(100dvh-8rem))] shrink-0 flex-col gap-3">
            <PanelBoundary name="The code" whileLoading={null}>
              <CodeView model={model} />
            </PanelBoundary>
          </div>
        </LazyDialog>
      )}
    </>
  );
}
