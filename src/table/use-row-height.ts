// How high a row is in pixels: as high as a control, which a finger and a larger font make higher.
import { useEffect, useState } from 'react';

/** 28 at the usual font size, 40 for fingers. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(measure);
  useEffect(() => {
    const pointer = matchMedia('(pointer: coarse)');
    const handleChange = () => setHeight(measure());
    pointer.addEventListener('change', handleChange);
    addEventListener('resize', handleChange);
    return () => {
      pointer.removeEventListener('change', handleChange);
      removeEventListener('resize', handleChange);
    };
  }, []);
  return height;
}

function measure(): number {
  const style = getComputedStyle(document.documentElement);
  return parseFloat(style.getPropertyValue('--control')) * parseFloat(style.fontSize);
}
