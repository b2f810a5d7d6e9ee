// The bar of the data view: the model, export, and the acts of the run, each in a place that it keeps.
import { useId } from 'react';
import type { Client } from '#api/client.ts';
import { useClient } from '#connection/use-client.ts';
import { formatCount } from '#lib/format.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { useDraft } from '#draft/draft-store.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { pressOrGoTo, useRunKeys } from '#run/use-run-keys.ts';
import { ViewSwitch } from '#pages/playground/write/ViewFrame.tsx';
import { Button } from '#ui/Button.tsx';
import type { DataRun } from './data-run.ts';
import { ExportButton } from './ExportButton.tsx';
import { isOwnService } from './plan.ts';
import { startRun, useDataRun } from './run-holder.ts';
import type { Readiness } from './use-readiness.ts';
import { useRunFact } from './use-run-version.ts';

interface DataBarProps {
  readiness: Readiness;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
}

/** Start says how many requests it sends; Pause and Resume take its place. Ctrl+Enter leads to it, and then presses it. */
export function DataBar({ readiness, isPanelOpen, onTogglePanel }: DataBarProps) {
  const client = useClient();
  const { run, isLoading } = useDataRun();
  const chosen = useDraft((state) => state.draft.model);
  const { model, models, isLoading: isListLoading } = useModel(chosen);
  const { limits, obstacles, makePlan, requests } = readiness;
  const actId = useId();
  const canStop = useRunFact(run, (now) => now !== null && isUnderWay(now));
  useRunKeys({ onRun: () => pressOrGoTo(actId), onStop: () => run?.stop(), canStop });
  return (
    <>
      <ViewSwitch />
      <div className="flex min-w-0 flex-1 max-tablet:order-first max-tablet:basis-full">
        <ModelPicker value={model} models={models} isLoading={isListLoading} />
      </div>
      <ExportButton run={run} />
      <Button look="quiet" aria-expanded={isPanelOpen} onClick={onTogglePanel}>
        Setup
      </Button>
      <Button keys="Escape" disabled={!canStop} onClick={() => run?.stop()}>
        Stop
      </Button>
      {run === null ? (
        <Button
          id={actId}
          look="primary"
          keys="Mod+Enter"
          disabled={obstacles.length > 0 || isLoading || limits === null}
          title={obstacles[0]}
          onClick={() => limits && startRun(makePlan(client), limits, client)}
        >
          {obstacles.length > 0
            ? 'Start'
            : `Start ${formatCount(requests)} ${requests === 1 ? 'request' : 'requests'}`}
        </Button>
      ) : (
        <RunAct id={actId} run={run} client={client} />
      )}
    </>
  );
}

interface RunActProps {
  id: string;
  run: DataRun;
  client: Client;
}

function RunAct({ id, run, client }: RunActProps) {
  const phase = useRunFact(run, (now) => now.phase.kind);
  if (phase === 'running') return <Button onClick={() => run.pause()}>Pause</Button>;
  return (
    <Button
      id={id}
      look="primary"
      keys="Mod+Enter"
      disabled={phase === 'done' || !isOwnService(run.read.plan, client)}
      onClick={() => run.goOn(client)}
    >
      {phase === 'done' ? 'Done' : 'Resume'}
    </Button>
  );
}

function isUnderWay(run: DataRun): boolean {
  return run.phase.kind === 'running' || run.runningCount > 0;
}
