// What the checkpoints of a fine-tune are called, held against the models that the service lists.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { checkpointName, checkpointStep } from '#api/fine-tune-status.ts';
import { modelsQuery } from '#api/queries.ts';
import type { Checkpoint } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import { useListedIds } from '#connection/use-listed-ids.ts';

/**
 * The models that are listed, read again when a checkpoint has come whose name depends on them, or the job has gone on.
 * @param saved null while they have not been read
 */
export function useCheckpointNames(
  jobId: string,
  status: string | undefined,
  saved: readonly Checkpoint[] | null,
): ReadonlySet<string> {
  const listed = useListedIds();
  const { refetch } = useQuery({ ...modelsQuery(useClient()), enabled: false });
  const unlisted = useMemo(
    () =>
      (saved ?? []).filter((checkpoint) => {
        const step = checkpointStep(checkpoint);
        return step !== null && checkpointName(jobId, checkpoint, listed) === jobId;
      }).length,
    [jobId, saved, listed],
  );
  const moment = unlisted === 0 ? null : `${unlisted} of ${saved?.length} ${status}`;
  useEffect(() => {
    if (moment !== null) void refetch({ cancelRefetch: false });
  }, [moment, refetch]);
  return listed;
}
