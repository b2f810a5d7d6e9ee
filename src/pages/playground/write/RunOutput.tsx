// Run output under the prompt, with auto-scroll.
import { memo, useState, useEffect, useRef } from 'react';
import { useDraft, fillDraft, useFilling, useNextRequest } from '#draft/draft-store.ts';
import { formatAbout, formatCount, formatCounted, formatLeast } from '#lib/format.ts';
import { dateTimeWords } from '#lib/dates.ts';
import { RunNotice } from './RunNotice.tsx';
import { braidFrom, Choices } from '#pages/playground/choices/Choices.tsx';
import { changeTo } from '#pages/playground/parameters/change-to.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { resumptionOf } from '#run/resumed-runs.ts';
import { useGrowingRun, runStore } from '#run/run-store.ts';
import { isRunning, type Run, type RecordedRun, isRestored } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';

/** Memoized: typing in the prompt does not rerender it. */
export const RunOutput = memo(function RunOutput() {
  const run = useGrowingRun();
  if (run === null) return null;
  return (
    <>
      {run.replay && <ReplayHead recorded={run.replay.recorded} />}
      <FoldedOutput key={run.id} run={run} />
      <FollowNewest run={run} />
    </>
  );
});

/** Collapses an output once it, or a column's, is in the prompt. */
function FoldedOutput({ run }: { run: Run }) {
  const filling = useFilling((state) => state.filling);
  const prompt = useDraft((state) => state.draft.prompt);
  const [isShown, setShown] = useState(false);
  const origin = filling?.origin;
  const isInPrompt =
    filling !== null &&
    (origin?.how === 'continued' || origin?.how === 'branched') &&
    // A column's run is newer than this one.
    (run.id <= origin.runId || prompt === filling.draft.prompt) &&
    prompt !== run.request.prompt;
  const from =
    isInPrompt && origin.runId === run.id && run.recording.choices.size > 1
      ? ` of choice ${origin.choice}`
      : '';
  return (
    <>
      <output className="flex flex-wrap items-center gap-2 font-sans text-base text-muted empty:hidden">
        {isInPrompt && (
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
      {(!isInPrompt || isShown) && (
        <>
          <Seam run={run} prompt={prompt} />
          <Choices run={run} />
          <RunNotice run={run} />
        </>
      )}
    </>
  );
}

/** Before the end, the strip shows the token count. */
function Seam({ run, prompt }: { run: Run; prompt: string }) {
  const { tokenCount, isUncounted, seed, usage, choices } = run.recording;
  const first = choices.values().next().value;
  const promptTokenCount = first?.promptTokenCount ?? 0;
  const isCounted = usage !== null || (promptTokenCount > 0 && !Number.isNaN(first?.ids.at(0)));
  const promptWords = isCounted ? `${countWords(usage?.prompt_tokens ?? promptTokenCount)}, ` : '';
  const resumption = resumptionOf(run.id);
  const { model, models } = useModel(useDraft((state) => state.draft.model));
  const next = useNextRequest(model);
  const isOther = prompt !== run.request.prompt;
  const change = next && changeTo(next, run, models);
  const parts = [
    isOther
      ? 'Output of an earlier prompt'
      : change === 'model'
        ? `Output of an earlier model, ${run.request.model}`
        : `Output${change === null ? '' : ' of earlier settings'}`,
    resumption && `resumed at token ${formatAbout(formatCount(resumption.atToken), isUncounted)}`,
    promptTokenCount > 0 && `starts with the prompt (${promptWords}underlined)`,
    !isRunning(run) && formatLeast(countWords(tokenCount), isUncounted),
    seed !== null && `seed ${seed}`,
  ];
  return (
    <p
      data-answer=""
      className="my-1.5 flex items-center gap-2 font-sans text-label text-faint select-none after:h-px after:flex-1 after:bg-line"
    >
      {parts.filter(Boolean).join(' · ')}
      {isOther && (
        <button
          type="button"
          title={run.request.prompt}
          onClick={() => fillDraft({ prompt: run.request.prompt }, { how: 'recording' })}
          className="shrink-0 text-act hover:underline"
        >
          Restore its prompt
        </button>
      )}
    </p>
  );
}

function countWords(count: number): string {
  return formatCounted(count, 'token');
}

/** Hidden for a run restored from history. */
function ReplayHead({ recorded }: { recorded: RecordedRun }) {
  const { request, connection, startedAt } = recorded;
  const isOther = useDraft(({ draft }) => draft.prompt !== request.prompt);
  if (isRestored(recorded)) return null;
  return (
    <section aria-label="Recording" className="mt-4">
      <p className="font-sans text-dense text-muted">
        Recording of {request.model} on {connection}, {dateTimeWords(startedAt.getTime())}.
      </p>
      {isOther && (
        <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-wrap text-muted">
          {request.prompt}
        </p>
      )}
    </section>
  );
}

/** CSS pixels from the end: scrolling there resumes auto-scroll. */
const nearness = 32;

/** CSS pixels above an answer that does not grow at its end. */
const margin = 16;

/** The last followed run: returning to it once ended does not scroll again. */
let followedId: number | null = null;

/** Place it after the answer. Not for a run restored from history. */
const FollowNewest = memo(function FollowNewest({ run }: { run: Run }) {
  const [isAway, setAway] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const following = useRef<Following | null>(null);
  const { id } = run;
  useEffect(() => {
    const begun = runStore.current();
    const box = place.current?.closest('[data-scroll]');
    if (begun?.id !== id || !box) return undefined;
    if (begun.replay?.pace === Number.POSITIVE_INFINITY) return undefined;
    // A short run may end before this code has loaded.
    if ((begun.replay !== null || followedId === id) && !isRunning(begun)) return undefined;
    followedId = id;
    // A braid grows all over.
    const isAtEnd = begun.request.stream === true && (begun.request.n ?? 1) < braidFrom;
    const begin = follow(box, isAtEnd, setAway);
    following.current = begin;
    return () => {
      begin.end();
      setAway(false);
    };
  }, [id]);
  return (
    <div ref={place} className="sticky bottom-0 z-1 h-0">
      {isAway && isRunning(run) && (
        <div className="flex -translate-y-full justify-center font-sans text-base">
          <Button onClick={() => following.current?.resume()}>Jump to newest ↓</Button>
        </div>
      )}
    </div>
  );
});

interface Following {
  readonly resume: () => void;
  readonly end: () => void;
}

/** @param box scrolls its first child */
function follow(box: Element, isAtEnd: boolean, onAway: (isAway: boolean) => void): Following {
  let isFollowing = true;
  let hasInput = false;
  let before = readPlace();

  function readPlace() {
    return { top: box.scrollTop, height: box.scrollHeight };
  }

  function show() {
    // A place inside is left to whoever scrolls.
    if (!isFollowing || (!isAtEnd && hasInput)) return;
    const answer = box.querySelector('[data-answer]');
    const top = answer && answer.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTo({ top: isAtEnd || top === null ? box.scrollHeight : box.scrollTop + top - margin });
    before = readPlace();
  }

  // Only the user scrolls up, but rows that merge in a braid may, too, as they change the height.
  function handleScroll() {
    const { top, height } = readPlace();
    if (height - box.clientHeight - top < nearness) isFollowing = true;
    else if (top < before.top - 1 && (hasInput || height === before.height)) isFollowing = false;
    before = { top, height };
    onAway(isAtEnd && !isFollowing);
  }

  // The end notice may appear a moment later.
  function handleInput() {
    hasInput = true;
    if (!isRunning(runStore.current())) end();
  }

  function end() {
    observer.disconnect();
    box.removeEventListener('scroll', handleScroll);
    for (const input of inputs) removeEventListener(input, handleInput, true);
  }

  const observer = new ResizeObserver(show);
  if (box.firstElementChild) observer.observe(box.firstElementChild);
  observer.observe(box);
  box.addEventListener('scroll', handleScroll, { passive: true });
  for (const input of inputs) addEventListener(input, handleInput, true);
  show();
  return {
    resume() {
      isFollowing = true;
      onAway(false);
      show();
    },
    end,
  };
}

const inputs = ['keydown', 'pointerdown', 'wheel'] as const;
