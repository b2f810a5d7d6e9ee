// Warning about results from another connection.
import { connectionName } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import type { Run } from '#run/run.ts';
import { useElsewhere } from '#run/use-elsewhere.ts';

export function OtherConnection({ runs }: { runs: readonly (Run | null)[] }) {
  const name = useOtherConnection(runs);
  return name === null ? null : (
    <p className="text-dense text-warn">Results from another connection: {name}.</p>
  );
}

/** Of the first such run. */
export function useOtherConnection(runs: readonly (Run | null)[]): string | null {
  const elsewhere = useElsewhere();
  return runs.reduce<string | null>((found, run) => found ?? (run && elsewhere(run)), null);
}

/** A replay knows only the connection's name. */
export function useIsElsewhere({ connectionId, replay }: Run): boolean {
  const client = useClient();
  const name = useConnections(({ profiles }) => connectionName(profiles, client.connectionId));
  return replay === null ? client.connectionId !== connectionId : name !== replay.recorded.connection;
}
