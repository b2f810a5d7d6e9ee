// What a column's run brought: the text it went on from, its own text or how that differs, silence, and its end.
import { lazy, Suspense } from 'react';
import { formatCount } from '#lib/format.ts';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { resumptionOf } from '#run/resumed-runs.ts';
import type { RunActs } from '#pages/playground/recovery/resume-offer.ts';
import type { Run } from '#run/run.ts';
import { chunk } from '#ui/chunk.ts';
import { textBefore } from './column-acts.ts';
import { ColumnText } from './ColumnText.tsx';
import type { Comparison, Shown } from './comparison.ts';
import { RunFailure } from './RunFailure.tsx';
import { useColumnRun } from './use-column-run.ts';

const DifferenceText = lazy(async () => ({
  default: (await chunk(() => import('./DifferenceText.tsx'))).DifferenceText,
}));

interface ColumnOutputProps {
  comparison: Comparison;
  id: string;
  name: string;
  run: Run;
  shown: Shown;
  acts: RunActs;
  /** Whose text the differences are drawn from, instead of the heat; null where they are not. */
  against: { readonly id: string; readonly name: string } | null;
  departureToken: number | null;
}

/** Differences are drawn once both runs are over, and where both have a text. */
export function ColumnOutput(props: ColumnOutputProps) {
  const { comparison, id, name, run, shown, acts, against, departureToken } = props;
  const other = useColumnRun(comparison, against?.id ?? '');
  const first = against !== null && against.id !== id ? endedText(other.run, other.shown) : null;
  const second = first === null ? null : endedText(run, shown);
  return (
    <>
      {against !== null && first !== null && second !== null ? (
        <Suspense>
          <DifferenceText first={first} second={second} name={against.name} />
        </Suspense>
      ) : (
        <>
          <Before run={run} shown={shown} />
          <ColumnText
            comparison={comparison}
            run={run}
            departureToken={departureToken}
            label={`Output of ${name}`}
          />
        </>
      )}
      <SilenceNotice runs={[run]} onStop={() => comparison.stop(id)} />
      <RunFailure run={run} acts={acts} />
    </>
  );
}

function Before({ run, shown }: { run: Run; shown: Shown }) {
  const text = textBefore(run, shown);
  const resumption = resumptionOf(run.id);
  if (text === '') return null;
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>
      <p className="my-1.5 flex items-center gap-2 font-sans text-label text-faint select-none after:h-px after:flex-1 after:bg-line">
        {resumption
          ? `continued after a cut at token ${formatCount(resumption.atToken)}`
          : 'continued from here'}
      </p>
    </>
  );
}

/** The whole answer of a run that is over; null before, and where it has none. */
function endedText(run: Run | null, shown: Shown | null): string | null {
  if (run?.state.phase !== 'ended' || shown === null) return null;
  const { recording } = run;
  const lane = recording.lanes.get(0);
  return lane === undefined ? null : textBefore(run, shown) + lane.text.toString().slice(lane.promptLength);
}
