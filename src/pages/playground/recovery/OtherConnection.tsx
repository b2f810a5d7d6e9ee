// Warning about results from another connection.
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

export function useIsElsewhere(run: Run): boolean {
  return useOtherConnection([run]) !== null;
}
