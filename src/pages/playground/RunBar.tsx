// The playground's own bar: which model, stop, run, and the fold of the parameters.
import type { Model } from '#api/schema/model.ts';
import { Button } from '#ui/Button.tsx';
import { CodeButton } from './code/CodeButton.tsx';
import { LinkButton } from './links/LinkButton.tsx';
import { fieldMark } from './field-focus.ts';
import { ModelPicker } from './ModelPicker.tsx';
import { isRunning, type Run } from './run.ts';
import { HistoryPart } from './tree/HistoryPart.tsx';
import { runStore } from './use-run.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

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

/** Run and Stop keep their places, so that neither is pressed by mistake. */
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
