// What the run brought, under the prompt: a seam, the text, and how it ended.
import { memo, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Answers } from './braid/Answers.tsx';
import { useDraft } from './draft-store.ts';
import { fillDraft, useFilling } from './fill-draft.ts';
import { FollowNewest } from './FollowNewest.tsx';
import { ReplayHead } from './ReplayHead.tsx';
import { resumptionOf } from './resume/resumed-runs.ts';
import { RunNotice } from './RunNotice.tsx';
import { isRunning, type Run } from './run.ts';
import { useGrowingRun } from './use-run.ts';

/** Nothing before the first run. It draws again with the run, not with what is typed above it. */
export const RunOutput = memo(function RunOutput() {
  const run = useGrowingRun();
  if (run === null) return null;
  return (
    <>
      {run.replay && <ReplayHead recorded={run.replay.recorded} />}
      <TakenUp key={run.id} run={run} />
      <FollowNewest run={run} />
    </>
  );
});

/** An output that the prompt above already holds, whole or in part, is folded: it would be read twice, as one text. */
function TakenUp({ run }: { run: Run }) {
  const filling = useFilling((state) => state.filling);
  const prompt = useDraft((state) => state.draft.prompt);
  const [isShown, setShown] = useState(false);
  const origin = filling?.origin;
  const isTaken =
    filling !== null &&
    (origin?.how === 'continued' || origin?.how === 'branched') &&
    origin.runId === run.id &&
    prompt !== run.request.prompt;
  const from = isTaken && run.recording.lanes.size > 1 ? ` of choice ${origin.lane}` : '';
  return (
    <>
      <output className="flex flex-wrap items-center gap-2 font-sans text-base text-muted empty:hidden">
        {isTaken && (
          <>
            {origin.how === 'branched'
              ? `Branched at token ${formatCount(origin.token + 1)}${from}.`
              : `The prompt now has the text${from}.`}{' '}
            Press Run to generate.
            {prompt === filling.draft.prompt && (
              <Button
                look="quiet"
                onClick={() => fillDraft({ prompt: filling.before.prompt }, { how: 'history' })}
              >
                Undo
              </Button>
            )}
            <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide' : 'Show'} the earlier output
            </Button>
          </>
        )}
      </output>
      {(!isTaken || isShown) && (
        <>
          <Seam run={run} isOther={prompt !== run.request.prompt} />
          <Answers run={run} />
          <RunNotice run={run} />
        </>
      )}
    </>
  );
}

/** Its count comes with the end: while tokens arrive, the strip has it. */
function Seam({ run, isOther }: { run: Run; isOther: boolean }) {
  const { tokenCount, seed, lanes } = run.recording;
  const promptTokenCount = lanes.values().next().value?.promptTokenCount ?? 0;
  const resumption = resumptionOf(run.id);
  const parts = [
    isOther ? 'Output of an earlier prompt' : 'Output',
    resumption && `continued after a cut at token ${formatCount(resumption.atToken)}`,
    promptTokenCount > 0 && `begins with the prompt (${countWords(promptTokenCount)}, underlined)`,
    !isRunning(run) && countWords(tokenCount),
    seed !== null && `seed ${seed}`,
  ];
  return (
    <p
      data-answer=""
      className="my-1.5 flex items-center gap-2 font-sans text-label text-faint select-none after:h-px after:flex-1 after:bg-line"
    >
      {parts.filter(Boolean).join(' · ')}
    </p>
  );
}

function countWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'token' : 'tokens'}`;
}
