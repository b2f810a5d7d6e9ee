// "Add column" menu.
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { fineTuneName } from '#api/fine-tune-status.ts';
import { checkpointsQuery, fineTunesQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { Model } from '#api/schema/model.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { useClient, useListedIds } from '#connection/use-client.ts';
import { groupModels } from '#pages/playground/parameters/use-model.ts';
import { Button } from '#ui/Button.tsx';
import { CutId } from '#ui/CutId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Opening } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { stageName, stagesOf } from './stages.ts';

const PickerList = lazyPart(() => import('#ui/PickerList.tsx'), 'PickerList');

interface AddColumnProps {
  models: readonly Model[];
  isFull: boolean;
  onAdd: (model: string) => void;
}

export function AddColumn({ models, isFull, onAdd }: AddColumnProps) {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} disabled={isFull} title={isFull ? 'At most twelve columns.' : undefined}>
        <Icon name="plus" className="-ml-1" />
        Add column
      </Button>
      <Popover id={id} label="Add column">
        {(close) => (
          <Sources
            models={models}
            onClose={close}
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

interface SourcesProps {
  models: readonly Model[];
  onClose: () => void;
  onPick: (model: string) => void;
}

function Sources({ models, onClose, onPick }: SourcesProps) {
  const [source, setSource] = useState<'model' | 'checkpoint'>('model');
  return (
    <div className="flex max-h-[inherit] min-h-0 flex-col">
      <div className="shrink-0 border-b border-line p-2">
        <Segmented
          aria-label="Kind of column"
          isWide
          value={source}
          onValue={setSource}
          options={[
            { value: 'model', label: 'Model' },
            { value: 'checkpoint', label: 'Fine-tune checkpoint' },
          ]}
        />
      </div>
      <PanelBoundary
        name="The list"
        whileLoading={
          <div className="p-3">
            <Opening onClose={onClose} />
            <Loading />
          </div>
        }
      >
        {source === 'model' ? (
          <div className="flex min-h-0 flex-1 flex-col">
            <PickerList
              label="Model: search or type a name"
              groups={groupModels(models)}
              freeText="Add"
              onPick={onPick}
            />
          </div>
        ) : (
          <CheckpointPicker onPick={onPick} />
        )}
      </PanelBoundary>
    </div>
  );
}

function CheckpointPicker({ onPick }: { onPick: (model: string) => void }) {
  const { data, error, refetch } = useQuery(fineTunesQuery(useClient()));
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined) return <Unread what="fine-tunes" error={error} onRetry={() => void refetch()} />;
  const fineTune =
    data.items.find(({ id }) => id === chosen) ?? (data.items.length === 1 ? data.items[0] : undefined);
  if (data.items.length === 0) {
    return (
      <Padded>
        <p className="text-muted">No fine-tunes yet.</p>
      </Padded>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto py-1">
      {fineTune === undefined ? (
        <Choices
          label="Fine-tunes"
          choices={data.items.map((each) => ({
            value: each.id,
            // Names of fine-tunes begin alike and differ at the end.
            label: <CutId id={fineTuneName(each)} endLength={26} title={fineTuneName(each)} />,
            detail: each.status ?? '',
          }))}
          onPick={setChosen}
        />
      ) : (
        <Stages fineTune={fineTune} onPick={onPick} />
      )}
    </div>
  );
}

function Stages({ fineTune, onPick }: { fineTune: FineTune; onPick: (model: string) => void }) {
  const listed = useListedIds();
  const { data, error, refetch } = useQuery(checkpointsQuery(useClient(), fineTune.id));
  if (data === undefined) return <Unread what="checkpoints" error={error} onRetry={() => void refetch()} />;
  const stages = stagesOf(fineTune, data.items, listed);
  if (stages.length === 0)
    return (
      <Padded>
        <p className="text-muted">No checkpoints yet.</p>
      </Padded>
    );
  return (
    <Choices
      label={fineTuneName(fineTune)}
      choices={stages.map((stage) => ({ value: stage.model, label: stageName(stage), detail: stage.model }))}
      onPick={onPick}
    />
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly { readonly value: string; readonly label: ReactNode; readonly detail: string }[];
  onPick: (value: string) => void;
}

function Choices({ label, choices, onPick }: ChoicesProps) {
  return (
    <div role="group" aria-label={label}>
      <p className="truncate px-3 pt-2 pb-1 text-label text-faint">{label}</p>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          onClick={() => onPick(choice.value)}
          className="mx-1 flex min-h-control w-[calc(100%-0.5rem)] items-center gap-3 rounded-control px-2 text-left hover:bg-raised"
        >
          <span className="min-w-0">{choice.label}</span>
          <span className="min-w-20 flex-1 truncate text-right font-mono text-dense text-muted">
            {choice.detail}
          </span>
        </button>
      ))}
    </div>
  );
}

interface UnreadProps {
  what: string;
  /** Null while loading. */
  error: Error | null;
  onRetry: () => void;
}

function Unread({ what, error, onRetry }: UnreadProps) {
  return (
    <Padded>
      {error === null ? <Loading /> : <LoadFailure what={what} error={error} onRetry={onRetry} />}
    </Padded>
  );
}

function Padded({ children }: { children: ReactNode }) {
  return <div className="p-3">{children}</div>;
}
