// Whether the page's own server answers by itself, so that its catalogue is the dated sample.
import { activeProfile, serverId } from './profiles.ts';
import { useConnections } from './store.ts';

/** False for a direct connection, and where the server hands requests on to another service. */
export function useEmbedded(): boolean {
  return useConnections(
    (state) => activeProfile(state, location.origin).id === serverId && state.upstream === null,
  );
}
