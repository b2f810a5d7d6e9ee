// What the run brought, under the prompt: a seam, the text, and how it ended.
import { formatCount } from '#lib/format.ts';
import { Answers } from './braid/Answers.tsx';
import { ReplayHead } from './ReplayHead.tsx';
import { resumptionOf } from './resume/resumed-runs.ts';
import { RunNotice } from './RunNotice.tsx';
import type { Run } from './run.ts';
import { useGrowingRun } from './use-run.ts';

/** Nothing before the first run. */
export function RunOutput() {
  const run = useGrowingRun();
  if (run === null) return null;
  return (
    <>
      {run.replay && <ReplayHead recorded={run.replay.recorded} />}
      <Seam run={run} />
      <Answers run={run} />
      <RunNotice run={run} />
    </>
  );
}

function Seam({ run }: { run: Run }) {
  const { tokenCount, seed } = run.recording;
  const count = `${formatCount(tokenCount)} ${tokenCount === 1 ? 'token' : 'tokens'} from here`;
  const resumption = resumptionOf(run.id);
  const parts = [
    resumption && `continued after a cut at token ${formatCount(resumption.atToken)}`,
    count,
    seed !== null && `seed ${seed}`,
  ];
  return (
    <p className="my-1.5 flex items-center gap-2 font-sans text-label text-faint select-none after:h-px after:flex-1 after:bg-line">
      {parts.filter(Boolean).join(' · ')}
    </p>
  );
}
