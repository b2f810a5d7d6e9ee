// Throttled updates, debounced values, work after paints.
import { startTransition, useEffect, useState } from 'react';

/** Changes at max every `everyMs`, soon after the last report, and once for what came before the subscription. */
export function usePulse(subscribe: (listener: () => void) => () => void, everyMs: number): number {
  const [pulse, setPulse] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function wait() {
      timer ??= setTimeout(() => {
        timer = undefined;
        setPulse((now) => now + 1);
      }, everyMs);
    }
    const leave = subscribe(wait);
    wait();
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [subscribe, everyMs]);
  return pulse;
}

/** For words that change at every keystroke. */
export function RestedStatus({ text }: { text: string }) {
  return <output className="sr-only">{useRested(text, 1000)}</output>;
}

/** @returns the value once unchanged for `restMs` */
export function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (Object.is(value, rested)) return undefined;
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, rested, restMs]);
  return rested;
}

/** Paints since `max` was first above 0, up to `max`; 0 in a hidden tab. */
export function usePaints(max: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= max) return undefined;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      // In a transition: otherwise a click would also render what is pending, 30 ms for each chart.
      timer = Number(setTimeout(() => startTransition(() => setCount(count + 1))));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, max]);
  return count;
}
