// Retry delay and auto-retry.
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '#api/errors.ts';
import type { Run } from '#run/run.ts';
import { useCommands } from '#ui/commands.ts';

interface RetryDelay {
  readonly ms: number;
  readonly isOwnGuess: boolean;
  /** Too long for auto-retry. */
  readonly isCut: boolean;
}

/** Random, so that refused clients do not all retry at once. */
export const jitterMs = 400;

const longestCountdownMs = 300_000;

const firstGuessMs = 5_000;
const longestGuessMs = 60_000;

/**
 * Null without reason to wait. A 429 without Retry-After backs off exponentially.
 * @param refusals consecutive, before this run
 */
export function retryDelay(error: ApiError | null, refusals: number): RetryDelay | null {
  if (error === null) return null;
  const named = error.retryAfterMs;
  if (named !== null)
    return { ms: Math.min(named, longestCountdownMs), isOwnGuess: false, isCut: named > longestCountdownMs };
  if (error.status !== 429) return null;
  return { ms: Math.min(firstGuessMs * 2 ** refusals, longestGuessMs), isOwnGuess: true, isCut: false };
}

/**
 * As performance.now(). Restored from history: from the wall clock, and never later than when it was shown.
 */
export function endedAtMs({ state, startedMs, startedAt, replay }: Run): number {
  if (state.phase !== 'ended') return startedMs;
  if (replay === null) return startedMs + state.endedMs;
  return Math.min(startedMs, startedAt.getTime() - performance.timeOrigin + state.endedMs);
}

/** One-shot; unmounting cancels it. @param dueMs performance.now() */
export function useArmed(
  dueMs: number,
  act: () => void,
): { readonly isArmed: boolean; readonly setArmed: (isArmed: boolean) => void } {
  const [isArmed, setArmed] = useState(false);
  const handleDue = useEffectEvent(() => {
    setArmed(false);
    act();
  });
  useCommands([{ title: 'Do not send again', keys: 'Escape', isOff: !isArmed, run: () => setArmed(false) }]);
  useEffect(() => {
    if (!isArmed) return undefined;
    const timer = setTimeout(handleDue, Math.max(0, dueMs - performance.now()) + Math.random() * jitterMs);
    const disarm = () => setArmed(false);
    // A page from the back/forward cache must not send what was armed before.
    addEventListener('pagehide', disarm);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', disarm);
    };
  }, [isArmed, dueMs]);
  return { isArmed, setArmed };
}
