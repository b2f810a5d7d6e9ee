// How long to wait before the same request is sent again: what the service asks for, else a guess that says it is one.
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '#api/errors.ts';
import type { Run } from '#run/run.ts';
import { useCommands } from '#ui/commands.ts';

/** A time to wait, and whose it is. */
interface RetryDelay {
  readonly ms: number;
  readonly isOwnGuess: boolean;
  /** The service asks for longer than is counted down: nothing is sent by itself when the time is over. */
  readonly isCut: boolean;
}

/** Longest random delay behind the moment, so that not everybody who was refused comes back at once. */
export const jitterMs = 400;

/** No countdown is longer, whatever a service asks: a person may always try, and is told no again. */
const longestCountdownMs = 300_000;

const firstGuessMs = 5_000;
const longestGuessMs = 60_000;

/**
 * Null where nothing says that one must wait. The own guess, for a 429 without a time, doubles with every refusal in a row.
 * @param refusals how many runs in a row were refused before this one
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
 * When a run ended, milliseconds of performance.now(). One that history shows again ended by the wall clock, and never
 * later than it is shown, whatever the clock did since.
 */
export function endedAtMs({ state, startedMs, startedAt, replay }: Run): number {
  if (state.phase !== 'ended') return startedMs;
  if (replay === null) return startedMs + state.endedMs;
  return Math.min(startedMs, startedAt.getTime() - performance.timeOrigin + state.endedMs);
}

/** @param dueMs of performance.now(). The act is dropped with the component that holds it */
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
    // A page that comes back from the browser's store of pages must not send what was armed before it was left.
    addEventListener('pagehide', disarm);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', disarm);
    };
  }, [isArmed, dueMs]);
  return { isArmed, setArmed };
}
