// Whether a run would go on somewhere else than where it began.
import { useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { connectionName } from '#pages/playground/inspect/connection-name.ts';
import type { Run } from '#pages/playground/run.ts';

/** Of a run that history shows again only the name of its connection is known. */
export function useIsElsewhere({ connectionId, replay }: Run): boolean {
  const client = useClient();
  const name = useConnections(({ profiles }) => connectionName(profiles, client.connectionId));
  return replay === null ? client.connectionId !== connectionId : name !== replay.recorded.connection;
}
