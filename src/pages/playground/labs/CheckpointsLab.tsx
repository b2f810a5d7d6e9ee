// Checkpoint comparison lab of a fine-tune.
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { isOver, fineTuneName } from '#api/fine-tune-status.ts';
import { checkpointsQuery, fineTunesQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { pollCounts, pollDelayMs, pollHistory } from '#connection/polling.ts';
import { useClient, useListedIds } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { formatCounted } from '#lib/format.ts';
import { type Stage, stagesOf } from '#pages/playground/compare/stages.ts';
import { Select } from '#ui/Select.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { CheckpointScores } from './CheckpointScores.tsx';
import { CheckpointStream } from './CheckpointStream.tsx';
import { useCheckpointForm, wantedFineTune } from './checkpoint-form.ts';

export function CheckpointsLab() {
  const form = useCheckpointForm();
  const model = useDraft((state) => state.draft.model);
  const { fineTunes, fineTune, stages, isFinal, isLoading, failure } = useStages((ids) =>
    wantedFineTune(form, model, ids),
  );
  if (failure !== null) return <LoadFailure {...failure} />;
  if (isLoading) return <Loading rows={6} />;
  if (fineTune === null) {
    return (
      <Empty title="No fine-tunes yet">
        <p>Its base, checkpoints and final model appear here once this service has one.</p>
      </Empty>
    );
  }
  return (
    // The keys are shown where they act.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 has-[>[data-keys=panel]:focus-within]:[&>section_kbd]:invisible">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-w-0 items-center gap-2">
          <span className="shrink-0">Fine-tune</span>
          <Select
            value={fineTune.id}
            onValue={(fineTuneId) => useCheckpointForm.setState({ fineTuneId, besideModel: model })}
            options={fineTunes.map((each) => ({ value: each.id, label: fineTuneName(each) }))}
            className="min-w-0 max-w-md font-mono text-dense"
          />
        </label>
        <p role="status" aria-label="Models compared" className="text-dense text-muted">
          {formatCounted(stages.length, 'model')}
          {isFinal ? '' : `, ${fineTune.status ?? 'in progress'}: more appear as they are saved`}
        </p>
      </div>
      <CheckpointScores fineTune={fineTuneName(fineTune)} stages={stages} />
      <CheckpointStream key={fineTune.id} stages={stages} />
    </div>
  );
}

const pollMs = 5000;

interface Stages {
  readonly fineTunes: readonly FineTune[];
  readonly fineTune: FineTune | null;
  readonly stages: readonly Stage[];
  readonly isFinal: boolean;
  readonly isLoading: boolean;
  /** Null, too, while older data is shown. */
  readonly failure: ComponentProps<typeof LoadFailure> | null;
}

/** @param choose an unknown id picks the first */
function useStages(choose: (ids: readonly string[]) => string | null): Stages {
  const client = useClient();
  const listed = useListedIds();
  const pick = (items: readonly FineTune[] = []) => {
    const chosen = choose(items.map(({ id }) => id));
    return items.find(({ id }) => id === chosen) ?? items[0];
  };
  const list = useQuery({
    ...fineTunesQuery(client),
    refetchInterval: (query) => {
      const open = pick(query.state.data?.items);
      if (open === undefined || isOver(open.status)) return false;
      return pollDelayMs(pollMs, pollHistory(query.state, pollCounts(query)));
    },
  });
  const fineTune = pick(list.data?.items) ?? null;
  const checkpoints = useQuery(checkpointsQuery(client, fineTune?.id ?? null));

  // Checkpoints appear with an event or status change.
  const progress = fineTune && `${fineTune.id} ${fineTune.status} ${fineTune.events?.length ?? 0}`;
  const { refetch } = checkpoints;
  useEffect(() => {
    if (progress !== null) void refetch({ cancelRefetch: false });
  }, [progress, refetch]);

  const failed = list.isLoadingError ? list : checkpoints.isLoadingError ? checkpoints : null;
  return {
    fineTunes: list.data?.items ?? [],
    fineTune,
    stages: fineTune === null ? [] : stagesOf(fineTune, checkpoints.data?.items ?? [], listed),
    isFinal: fineTune !== null && isOver(fineTune.status),
    isLoading: list.isPending || (fineTune !== null && checkpoints.isPending),
    failure: failed && {
      what: failed === list ? 'fine-tunes' : 'checkpoints',
      error: failed.error,
      onRetry: () => void failed.refetch(),
    },
  };
}
