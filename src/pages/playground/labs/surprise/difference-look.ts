// How a difference between two models is painted: heat behind where B is more surprised, a line under where A is.
import type { CSSProperties } from 'react';
import { heatStop } from '#pages/playground/tokens/heat.ts';

/** A mark in one of the two directions, so that they are told apart without any colour. */
export type DifferenceMark =
  /** `stop` of the ember ramp, from 1. */
  | { readonly kind: 'heat'; readonly stop: number }
  /** Thickness in CSS pixels. */
  | { readonly kind: 'line'; readonly thickness: number };

/** Null where there is next to no difference, or none that is known. */
export function differenceMark(difference: number | null): DifferenceMark | null {
  const stop = difference === null ? 0 : heatStop(-Math.abs(difference));
  if (stop === 0 || difference === null) return null;
  return difference > 0 ? { kind: 'heat', stop } : { kind: 'line', thickness: Math.ceil(stop / 2) };
}

/** The same for a word of a legend. */
export function differenceLook(difference: number): CSSProperties | undefined {
  const mark = differenceMark(difference);
  if (mark === null) return undefined;
  if (mark.kind === 'heat') return { backgroundColor: `var(--ember-${mark.stop})` };
  return {
    textDecorationLine: 'underline',
    textDecorationColor: 'var(--text)',
    textDecorationSkipInk: 'none',
    textDecorationThickness: `${mark.thickness}px`,
    textUnderlineOffset: '3px',
  };
}
