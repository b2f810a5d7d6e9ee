// What can wait until people see something: true once the browser has painted.
import { useEffect, useState } from 'react';

/** False in the first render, true after the first frame that was painted; a hidden tab paints none. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = Number(setTimeout(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
