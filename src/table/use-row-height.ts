// Sizes in pixels that hang on the font and the pointer: of a row, as high as a control, and of a rem.
import { useEffect, useState } from 'react';

/** 28 at the usual font size, 40 for fingers. */
export function useRowHeight(): number {
  return useMeasured(measureRow);
}

/** 16 at the usual font size. Read once and when something changes: to ask in each render costs a style of the page. */
export function useRem(): number {
  return useMeasured(measureRem);
}

function useMeasured(measure: () => number): number {
  const [size, setSize] = useState(measure);
  useEffect(() => {
    const pointer = matchMedia('(pointer: coarse)');
    const handleChange = () => setSize(measure());
    pointer.addEventListener('change', handleChange);
    addEventListener('resize', handleChange);
    return () => {
      pointer.removeEventListener('change', handleChange);
      removeEventListener('resize', handleChange);
    };
  }, [measure]);
  return size;
}

function measureRow(): number {
  const style = getComputedStyle(document.documentElement);
  return parseFloat(style.getPropertyValue('--control')) * parseFloat(style.fontSize);
}

function measureRem(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
