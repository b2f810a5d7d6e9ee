// An act that a person has armed: it happens once, at its time, unless Escape or leaving comes first.
import { useEffect, useEffectEvent, useState } from 'react';
import { useCommands } from '#ui/commands.ts';
import { jitterMs } from './retry-delay.ts';

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
