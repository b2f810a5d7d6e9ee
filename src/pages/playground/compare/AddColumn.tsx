// Adds a column: a model that the service lists, any other name, or a checkpoint of a fine-tune.
import { lazy, Suspense, useId, useState } from 'react';
import type { Model } from '#api/schema/model.ts';
import { groupModels } from '#pages/playground/parameters/use-model.ts';
import { Button } from '#ui/Button.tsx';
import { chunk } from '#ui/chunk.ts';
import { Icon } from '#ui/Icon.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Loading } from '#ui/States.tsx';
import { CheckpointPicker } from './CheckpointPicker.tsx';

const PickerList = lazy(async () => ({
  default: (await chunk(() => import('#ui/PickerList.tsx'))).PickerList,
}));

interface AddColumnProps {
  models: readonly Model[];
  isFull: boolean;
  onAdd: (model: string) => void;
}

/** A button whose list stays open for one choice. */
export function AddColumn({ models, isFull, onAdd }: AddColumnProps) {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} disabled={isFull} title={isFull ? 'Twelve columns at most.' : undefined}>
        <Icon name="plus" className="-ml-1" />
        Add a column
      </Button>
      <Popover id={id} label="Add a column">
        {(close) => (
          <Sources
            models={models}
            onPick={(model) => {
              onAdd(model);
              close();
            }}
          />
        )}
      </Popover>
    </>
  );
}

function Sources({ models, onPick }: { models: readonly Model[]; onPick: (model: string) => void }) {
  const [source, setSource] = useState<'model' | 'checkpoint'>('model');
  return (
    <div className="flex max-h-[inherit] min-h-0 flex-col">
      <div className="shrink-0 border-b border-line p-2">
        <Segmented
          aria-label="What is added"
          isWide
          value={source}
          onValue={setSource}
          options={[
            { value: 'model', label: 'Model' },
            { value: 'checkpoint', label: 'Checkpoint of a fine-tune' },
          ]}
        />
      </div>
      <PanelBoundary name="The list">
        <Suspense
          fallback={
            <div className="p-3">
              <Loading />
            </div>
          }
        >
          {source === 'model' ? (
            <div className="flex min-h-0 flex-1 flex-col">
              <PickerList
                label="Model: search, or type one"
                groups={groupModels(models)}
                freeText="Add"
                onPick={onPick}
              />
            </div>
          ) : (
            <CheckpointPicker onPick={onPick} />
          )}
        </Suspense>
      </PanelBoundary>
    </div>
  );
}
