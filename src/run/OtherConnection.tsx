// Warning about results from another connection.
import type { Run } from './run.ts';
import { useElsewhere } from './use-elsewhere.ts';

/** Names that of the first such run. */
export function OtherConnection({ runs }: { runs: readonly (Run | null)[] }) {
  const elsewhere = useElsewhere();
  const name = runs.reduce<string | null>((found, run) => found ?? (run && elsewhere(run)), null);
  return name === null ? null : (
    <p className="text-dense text-warn">Results from another connection: {name}.</p>
  );
}
