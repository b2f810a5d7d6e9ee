// Run notice: silence, sleep, finish or failure.
import { memo } from 'react';
import { countReasons, describeBlank, describeFinishes, endSentence } from '#run/finish-words.ts';
import { isWhole, type Run } from '#run/run.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { ContinueAct, EditAct } from '#pages/playground/choices/ContinueAct.tsx';
import { NextActs } from '#pages/playground/recovery/NextActs.tsx';
import { RunFailed } from '#pages/playground/recovery/RunFailed.tsx';
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
  const choice = run.recording.choices.size === 1 ? run.recording.choices.get(0) : undefined;
  const isEmpty = choice?.text.length === 0;
  const copyAct = choice && !isEmpty && (
    <CopyButton text={() => choice.text.toString()} label="Copy output" />
  );
  if (error !== null) {
    return (
      <div className="mt-3 font-sans text-base">
        <RunFailed run={run} />
        <div className="mt-3 grid max-w-prose justify-items-start gap-2 pl-5.5">
          <NextActs run={run} />
          {choice && !isEmpty && (
            <div className="flex flex-wrap gap-2">
              {copyAct}
              <EditAct run={run} choice={choice} label="Edit output" />
            </div>
          )}
        </div>
      </div>
    );
  }
  const finish = describeFinish(run);
  const isReplayStopped = run.replay !== null && run.state.endedMs < run.replay.recorded.endedMs;
  const ending = isReplayStopped
    ? 'You stopped the replay.'
    : endSentence(endState, run.recording.choices.size > 0);
  return (
    <div className="mt-3 grid gap-2 font-sans text-base">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
        <p>
          {[
            choice && describeBlank(choice),
            finish,
            ending,
            endState !== 'stopped' && missingChoices(run),
            promptAdvice(run),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {copyAct}
        {choice && isWhole(endState) && <ContinueAct run={run} choice={choice} isOnly />}
        {choice && !isEmpty && <EditAct run={run} choice={choice} label="Edit output" />}
      </div>
      <NextActs run={run} />
    </div>
  );
}

/** Ollama and others take `n` and send one choice. */
function missingChoices({ request: { n = 1 }, recording: { choices } }: Run): string | null {
  return choices.size < n ? `The service sent ${choices.size} of ${n} choices.` : null;
}

/** Words begin with their space in most vocabularies: after a space, no such word can follow. */
function promptAdvice({ request: { prompt } }: Run): string | null {
  return prompt.endsWith(' ') ? 'The prompt ends with a space; most models answer better without it.' : null;
}

/** Counted if there are several choices. */
function describeFinish({ request, recording: { choices, usage } }: Run): string | null {
  const counts = countReasons(choices.values());
  const [first] = counts.keys();
  if (first === undefined) return null;
  const hasStops = request.stop !== undefined;
  if (choices.size > 1) return `Choices: ${describeFinishes(counts, hasStops)}.`;
  // Many services have one word for both.
  if (first === 'stop' && !hasStops) return 'Finished: end of text (stop).';
  // Without max_tokens, the context or the service sets the limit.
  if (first === 'length' && request.max_tokens === undefined)
    return 'Finished: max_tokens not set; limit of the context or service reached (length).';
  if (first === 'length' && usage && usage.completion_tokens < (request.max_tokens ?? 0))
    return 'Finished: limit of the context or service reached before max_tokens (length).';
  return finishWords[first] ?? `Finished: ${first}.`;
}

const finishWords: Readonly<Record<string, string>> = {
  stop: 'Finished: stop sequence (stop).',
  eos: 'Finished: end of text (eos).',
  length: 'Finished: max_tokens reached (length).',
  // By Text Generation Inference.
  stop_sequence: 'Finished: stop sequence (stop_sequence).',
  eos_token: 'Finished: end of text (eos_token).',
};
