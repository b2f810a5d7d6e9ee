// A checkpoint of a fine-tune as a model: first which fine-tune, then which of its states.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { checkpointsQuery, fineTunesQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import { useListedIds } from '#connection/use-listed-ids.ts';
import { Failed, Loading } from '#ui/States.tsx';
import { fineTuneName } from './fine-tune-name.ts';
import { rungName, rungsOf } from './rungs.ts';

/** Answers loading, none, failed. */
export function CheckpointPicker({ onPick }: { onPick: (model: string) => void }) {
  const { data, error, refetch } = useQuery(fineTunesQuery(useClient()));
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined) return <Unread what="fine-tunes" error={error} onRetry={() => void refetch()} />;
  const fineTune =
    data.items.find(({ id }) => id === chosen) ?? (data.items.length === 1 ? data.items[0] : undefined);
  if (data.items.length === 0) {
    return (
      <Padded>
        <p className="text-muted">This service has no fine-tunes yet.</p>
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
            label: fineTuneName(each),
            detail: each.status ?? '',
          }))}
          onPick={setChosen}
        />
      ) : (
        <Rungs fineTune={fineTune} onPick={onPick} />
      )}
    </div>
  );
}

function Rungs({ fineTune, onPick }: { fineTune: FineTune; onPick: (model: string) => void }) {
  const listed = useListedIds();
  const { data, error, refetch } = useQuery(checkpointsQuery(useClient(), fineTune.id));
  if (data === undefined) return <Unread what="checkpoints" error={error} onRetry={() => void refetch()} />;
  const rungs = rungsOf(fineTune, data.items, listed);
  if (rungs.length === 0)
    return (
      <Padded>
        <p className="text-muted">No checkpoint was saved yet.</p>
      </Padded>
    );
  return (
    <Choices
      label={fineTuneName(fineTune)}
      choices={rungs.map((rung) => ({ value: rung.model, label: rungName(rung), detail: rung.model }))}
      onPick={onPick}
    />
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly { readonly value: string; readonly label: string; readonly detail: string }[];
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
          <span className="min-w-0 shrink-0 truncate">{choice.label}</span>
          <span className="min-w-0 flex-1 truncate text-right font-mono text-dense text-muted">
            {choice.detail}
          </span>
        </button>
      ))}
    </div>
  );
}

interface UnreadProps {
  what: string;
  /** Null while it is on its way. */
  error: Error | null;
  onRetry: () => void;
}

function Unread({ what, error, onRetry }: UnreadProps) {
  return (
    <Padded>
      {error === null ? (
        <Loading />
      ) : (
        <Failed title={`The ${what} could not be read.`} onRetry={onRetry}>
          <p>{error.message}</p>
        </Failed>
      )}
    </Padded>
  );
}

function Padded({ children }: { children: ReactNode }) {
  return <div className="p-3">{children}</div>;
}
