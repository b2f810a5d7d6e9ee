// Keeps the newest of a growing answer in view, until a person scrolls away from it; then leads back.
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { isRunning, type Run } from './run.ts';
import { runStore } from './use-run.ts';

/** Distance to the end, CSS pixels, within which a person who scrolls there is taken along again. */
const nearness = 32;

/** Space above an answer that comes as a whole: it is shown from its beginning. */
const margin = 16;

/** Stands behind the answer, in the box that scrolls. What history shows again moves nothing. */
export function FollowNewest({ run }: { run: Run }) {
  const [isAway, setAway] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const following = useRef<Following | null>(null);
  const { id } = run;
  useEffect(() => {
    const begun = runStore.current();
    const box = place.current?.closest('[data-scroll]');
    if (!isRunning(begun) || begun.id !== id || !box) return undefined;
    if (begun.replay?.pace === Number.POSITIVE_INFINITY) return undefined;
    const begin = follow(box, begun.request.stream === true, setAway);
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
}

interface Following {
  readonly resume: () => void;
  readonly end: () => void;
}

/** @param box scrolls its first child */
function follow(box: Element, isStream: boolean, onAway: (isAway: boolean) => void): Following {
  let isFollowing = true;
  let topBefore = box.scrollTop;

  function show() {
    if (!isFollowing) return;
    const answer = box.querySelector('[data-answer]');
    const top = answer && answer.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTo({ top: isStream || top === null ? box.scrollHeight : box.scrollTop + top - margin });
    topBefore = box.scrollTop;
  }

  // Text that comes moves nothing up: only a person does.
  function handleScroll() {
    if (box.scrollHeight - box.clientHeight - box.scrollTop < nearness) isFollowing = true;
    else if (box.scrollTop < topBefore - 1) isFollowing = false;
    topBefore = box.scrollTop;
    onAway(!isFollowing);
  }

  // How an answer ended is said below it, perhaps a moment later; what then grows by a person's doing is not followed.
  function handleInput() {
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
