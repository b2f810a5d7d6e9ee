// Whether a run came over another connection.
import { connectionName, serverId, serviceAddress, serviceKeyOf } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import type { Run } from './run.ts';

/** Tells the name or the address of a run's connection, unless it is the one in use. */
export function useElsewhere(): (run: Run) => string | null {
  const { connectionId, serviceKey } = useClient();
  const { profiles, upstream } = useConnections();
  const own = connectionName(profiles, connectionId);
  const ownKey = serviceKey();
  return (run) => {
    const name = run.replay?.recorded.connection ?? connectionName(profiles, run.connectionId);
    const key = run.serviceKey?.();
    // Of a recording, or before the server has said what is behind it.
    if (!key || (ownKey === serverId && upstream === undefined)) return name === own ? null : name;
    if (key === ownKey) return null;
    const its = profiles.find(({ id, baseUrl }) => serviceKeyOf(id, baseUrl) === key);
    if (its) return its.name;
    const address = serviceAddress(key);
    // Forgotten, and entered again.
    if (address && address === serviceAddress(ownKey)) return null;
    const isTaken = [own, ...profiles.map((each) => each.name)].includes(name);
    return (isTaken && address) || name;
  };
}
