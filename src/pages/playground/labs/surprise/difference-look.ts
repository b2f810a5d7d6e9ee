// How a difference between two models is painted: heat behind where B is more surprised, a line under where A is.
import type { CSSProperties } from 'react';
import { heatStop } from '#pages/playground/tokens/heat.ts';

/** A mark in one of the two directions, so that they are told apart without any colour. */
export function differenceLook(difference: number | null): CSSProperties | undefined {
  const stop = difference === null ? 0 : heatStop(-Math.abs(difference));
  if (stop === 0 || difference === null) return undefined;
  if (difference > 0) return { backgroundColor: `var(--ember-${stop})` };
  return {
    textDecorationLine: 'underline',
    textDecorationColor: 'var(--text)',
    textDecorationSkipInk: 'none',
    textDecorationThickness: `${Math.ceil(stop / 2)}px`,
    textUnderlineOffset: '3px',
  };
}
