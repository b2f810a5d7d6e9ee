// The controls of the comparison: add a column, the parameters of all, stop all, run all.
import type { Model } from '#api/schema/model.ts';
import { ViewSwitch } from '#pages/playground/write/ViewFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { AddColumn } from './AddColumn.tsx';
import { comparison } from './columns-store.ts';

interface CompareBarProps {
  /** Of the button that runs. */
  actId: string;
  models: readonly Model[];
  isFull: boolean;
  isRunning: boolean;
  isPanelOpen: boolean;
  /** Columns, each one request. */
  count: number;
  onAdd: (model: string) => void;
  onTogglePanel: () => void;
  onRun: () => void;
}

/** Run and Stop keep their places, so that neither is pressed by mistake. */
export function CompareBar(props: CompareBarProps) {
  return (
    <>
      <ViewSwitch />
      <AddColumn models={props.models} isFull={props.isFull} onAdd={props.onAdd} />
      <span className="flex-1" />
      <Button look="quiet" aria-expanded={props.isPanelOpen} onClick={props.onTogglePanel}>
        Parameters
      </Button>
      <Button keys="Escape" disabled={!props.isRunning} onClick={comparison.stopAll}>
        Stop all
      </Button>
      <Button
        id={props.actId}
        look="primary"
        keys="Mod+Enter"
        disabled={props.isRunning}
        onClick={props.onRun}
      >
        Run {props.count === 1 ? '1 column' : `all ${props.count}`}
      </Button>
    </>
  );
}
