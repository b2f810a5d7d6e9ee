// That results came over another connection than the one in use.
import { connectionName } from '#connection/connection-name.ts';
import { useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import type { Run } from '#run/run.ts';

/** Nothing where all of them are of the connection in use. */
export function OtherConnection({ runs }: { runs: readonly (Run | null)[] }) {
  const name = useOtherConnection(runs);
  return name === null ? null : (
    <p className="text-dense text-warn">These are results of another connection: {name}.</p>
  );
}

/** The first connection of these runs that is not the one in use, by name or address; null where there is none. */
export function useOtherConnection(runs: readonly (Run | null)[]): string | null {
  const { connectionId, baseUrl } = useClient();
  const profiles = useConnections((state) => state.profiles);
  const own = connectionName(profiles, connectionId);
  for (const run of runs) {
    if (run === null) continue;
    const name = run.replay?.recorded.connection ?? connectionName(profiles, run.connectionId);
    if (name !== own) return name;
    // Of a run that is shown again no address is known.
    if (run.replay === null && run.baseUrl !== null && run.baseUrl !== baseUrl) return run.baseUrl;
  }
  return null;
}

/** Of a run that history shows again only the name of its connection is known. */
export function useIsElsewhere({ connectionId, replay }: Run): boolean {
  const client = useClient();
  const name = useConnections(({ profiles }) => connectionName(profiles, client.connectionId));
  return replay === null ? client.connectionId !== connectionId : name !== replay.recorded.connection;
}
