// The traffic while it is being moved: at once on screen, in the address once it rests.
import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 300;

interface Moving {
  readonly x: number;
  readonly isKey: boolean;
  /** What the address said when it began; another value there ends it. */
  readonly from: number;
}

/** The traffic to show, and what a marker calls. */
export interface MovingTraffic {
  readonly traffic: number;
  readonly move: (x: number, isKey: boolean) => void;
  readonly rest: () => void;
}

/** @param settled what the address says; `onSettled` is called with what it is to say */
export function useTraffic(settled: number, onSettled: (traffic: number) => void): MovingTraffic {
  const [moving, setMoving] = useState<Moving | null>(null);
  const now = moving?.from === settled ? moving : null;
  const settle = useEffectEvent(() => {
    if (now !== null && now.x !== settled) onSettled(now.x);
  });
  useEffect(() => {
    if (moving === null || !moving.isKey) return undefined;
    const timer = setTimeout(() => settle(), pauseMs);
    return () => clearTimeout(timer);
  }, [moving]);
  return {
    traffic: now?.x ?? settled,
    move: (x, isKey) => setMoving({ x, isKey, from: settled }),
    rest: () => {
      if (now !== null && now.x !== settled) onSettled(now.x);
    },
  };
}
