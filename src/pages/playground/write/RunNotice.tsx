// Run notice: silence, sleep, finish or failure.
import { memo } from 'react';
import { formatCounted } from '#lib/format.ts';
import { describeFinishes } from '#run/finish-words.ts';
import { endWords, isWhole, type Run } from '#run/run.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Failed } from '#ui/States.tsx';
import { ContinueAct, EditAct } from '#pages/playground/choices/ContinueAct.tsx';
import { NextActs } from '#pages/playground/recovery/NextActs.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { SleepNote } from '#pages/playground/recovery/SleepNote.tsx';
import { runStore } from '#run/run-store.ts';

/** Memoized: tokens do not rerender it. */
export const RunNotice = memo(function RunNotice({ run }: { run: Run }) {
  const { phase } = run.state;
  if (phase === 'queued') return null;
  return (
    <>
      <SleepNote run={run} />
      {phase === 'ended' ? <EndNotice run={run} /> : <SilenceNotice runs={[run]} onStop={runStore.stop} />}
    </>
  );
});

function EndNotice({ run }: { run: Run }) {
  if (run.state.phase !== 'ended') return null;
  const { error, endState } = run.state;
  const { label, sentence } = endWords[endState];
  if (error !== null) {
    return (
      <div className="mt-3 font-sans text-base">
        <Failed title={headline(run, label)}>
          <p>{error.message}</p>
          {describeOrigin(error) !== '' && (
            <p className="mt-1 text-dense text-faint">{describeOrigin(error)}</p>
          )}
        </Failed>
        <div className="mt-3 max-w-prose pl-5.5">
          <NextActs run={run} />
        </div>
      </div>
    );
  }
  const finish = describeFinish(run);
  const choice = run.recording.choices.size === 1 ? run.recording.choices.get(0) : undefined;
  return (
    <div className="mt-3 grid gap-2 font-sans text-base">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
        <p>{[finish, sentence].filter(Boolean).join(' ')}</p>
        {choice && <CopyButton text={() => choice.text.toString()} label="Copy output" />}
        {choice && isWhole(endState) && <ContinueAct run={run} choice={choice} isOnly />}
        {choice && <EditAct run={run} choice={choice} label="Edit output" />}
      </div>
      <NextActs run={run} />
    </div>
  );
}

function headline(run: Run, label: string): string {
  const { tokenCount } = run.recording;
  return tokenCount === 0
    ? label
    : `${label} after ${formatCounted(tokenCount, 'token')}; ${tokenCount === 1 ? 'it is' : 'they are'} kept`;
}

function describeOrigin({ status, type, code, requestId }: NonNullable<EndedError>): string {
  const parts = [
    status !== null && `HTTP ${status}`,
    type !== null && `type ${type}`,
    code !== null && `code ${code}`,
    requestId !== null && `request ${requestId}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

type EndedError = Extract<Run['state'], { phase: 'ended' }>['error'];

/** Counted if there are several choices. */
function describeFinish({ recording }: Run): string | null {
  const reasons = [...recording.choices.values()].flatMap(({ finishReason }) => finishReason ?? []);
  const [first] = reasons;
  if (first === undefined) return null;
  if (recording.choices.size === 1) return finishWords[first] ?? `Finished: ${first}.`;
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return `Choices: ${describeFinishes(counts)}.`;
}

const finishWords: Readonly<Record<string, string>> = {
  stop: 'Finished: stop sequence (stop).',
  eos: 'Finished: end of text (eos).',
  length: 'Finished: max_tokens reached (length).',
};
