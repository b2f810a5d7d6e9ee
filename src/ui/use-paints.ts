// Hook to defer work until after paints.
import { useEffect, useState } from 'react';

/** Paints since `most` was first above 0, up to `most`; 0 in a hidden tab. */
export function usePaints(most: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= most) return undefined;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = Number(setTimeout(() => setCount(count + 1)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, most]);
  return count;
}
