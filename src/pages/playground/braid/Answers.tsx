// The choices of a run, side by side or as a braid: a few are read beside one another, many as a tree.
import { lazy, Suspense, useState } from 'react';
import { Lanes } from '#pages/playground/Lanes.tsx';
import type { Run } from '#pages/playground/run.ts';
import { useLearning } from '#pages/playground/vocabulary/use-learning.ts';
import { chunk } from '#ui/chunk.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Loading } from '#ui/States.tsx';

const BraidView = lazy(async () => ({
  default: (await chunk(() => import('./BraidView.tsx'))).BraidView,
}));

/** Choices from which a run is a braid until a person wants it otherwise. */
const braidFrom = 5;

const views = [
  { value: 'side by side', label: 'Side by side' },
  { value: 'braid', label: 'Braid' },
] as const;

/** The choice of view stays for later runs of this visit. */
export function Answers({ run }: { run: Run }) {
  useLearning(run);
  const [chosen, setChosen] = useState<(typeof views)[number]['value'] | null>(null);
  const lanes = [...run.recording.lanes.values()].toSorted((one, other) => one.index - other.index);
  // What was asked for decides, so that the view does not turn while choices arrive.
  const count = Math.max(run.request.n ?? 1, lanes.length);
  const view = chosen ?? (count >= braidFrom ? 'braid' : 'side by side');
  if (lanes.length === 0) return null;
  if (count === 1) return <Lanes run={run} lanes={lanes} />;
  return (
    <>
      <div className="mt-2 font-sans text-base">
        <Segmented aria-label="Choices as" value={view} onValue={setChosen} options={views} />
      </div>
      {view === 'side by side' ? (
        <div className="mt-3">
          <Lanes run={run} lanes={lanes} />
        </div>
      ) : (
        <PanelBoundary name="The braid">
          <Suspense fallback={<Loading />}>
            <BraidView key={run.id} run={run} />
          </Suspense>
        </PanelBoundary>
      )}
    </>
  );
}
