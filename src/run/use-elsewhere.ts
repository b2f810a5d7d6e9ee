// Whether a run came over another connection.
import { connectionName, serviceAddress } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import type { Run } from './run.ts';

/** Tells the name or the address of a run's connection, unless it is the one in use. */
export function useElsewhere(): (run: Run) => string | null {
  const { connectionId, serviceKey } = useClient();
  const profiles = useConnections((state) => state.profiles);
  const own = connectionName(profiles, connectionId);
  return (run) => {
    const name = run.replay?.recorded.connection ?? connectionName(profiles, run.connectionId);
    if (name !== own) return name;
    // A recording has no address.
    const key = run.serviceKey?.();
    return !key || key === serviceKey() ? null : (serviceAddress(key) ?? name);
  };
}
