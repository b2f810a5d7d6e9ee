// Under an experiment of which requests failed: how many, what can be done, and the button that asks only these again.
import type { Client } from '#api/client.ts';
import type { Model } from '#api/schema/model.ts';
import { openConnections } from '#connection/store.ts';
import { formatCount } from '#lib/format.ts';
import { RequestsCost } from '#pages/playground/parameters/RequestsCost.tsx';
import { NextActs } from '#pages/playground/recovery/NextActs.tsx';
import type { Run } from '#run/run.ts';
import { hasFailed, isWorthAgain } from './worth-again.ts';

interface FailedRunsProps {
  /** All of the experiment. */
  runs: readonly Run[];
  models: readonly Model[];
  /** Quotes what was said to the first; false where the result does. */
  isQuoted: boolean;
  /** Asks again what failed and may succeed; what it brought before is dropped. */
  onAgain: (client: Client) => void;
}

/** Nothing while any of them goes on, and where none failed. What a person stopped has not failed. */
export function FailedRuns({ runs, models, isQuoted, onAgain }: FailedRunsProps) {
  const failed = runs.filter(hasFailed);
  const again = runs.filter(isWorthAgain);
  const [first = failed[0]] = again;
  if (first === undefined || runs.some(({ state }) => state.phase !== 'ended')) return null;
  const error = first.state.phase === 'ended' ? first.state.error : null;
  return (
    <div
      role="group"
      aria-label="Failed requests"
      className="grid max-w-prose justify-items-start gap-2 border-l-2 border-bad pl-3"
    >
      <p className="wrap-anywhere">
        {runs.length > 1 && `${formatCount(failed.length)} of ${formatCount(runs.length)} requests failed. `}
        {isQuoted && error?.message}
      </p>
      {again.length > 1 && <RequestsCost requests={again.map(({ request }) => request)} models={models} />}
      <NextActs
        run={first}
        repeatLabel={again.length > 1 ? `Send ${formatCount(again.length)} again` : 'Send again'}
        acts={{ repeat: onAgain, goOn: null, ways: { connections: openConnections } }}
      />
    </div>
  );
}
