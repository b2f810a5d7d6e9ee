// Detects the embedded service, whose catalogue is the dated sample.
import { activeProfile, serverId } from './profiles.ts';
import { useConnections } from './store.ts';

/** False for a direct connection, and if the server is a proxy for another service. */
export function useEmbedded(): boolean {
  return useConnections(
    (state) => activeProfile(state, location.origin).id === serverId && state.upstream === null,
  );
}
