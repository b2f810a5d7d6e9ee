// The tint of a cell among the cells of its grid.
import type { CellMeasure } from './cell-figures.ts';

/** Most that a neutral tint covers, in percent. */
const strongest = 55;

/**
 * A CSS background. Surprise burns by its own scale, so that two fields compare; the others are neutral and run from the
 * least to the most of the grid. Transparent where nothing is known or all are the same.
 */
export function cellTint(value: number | null, measure: CellMeasure, all: readonly number[]): string {
  if (value === null) return 'transparent';
  if (measure === 'perplexity' || measure === 'meanLogprob') {
    const surprise = measure === 'perplexity' ? Math.log(value) : -value;
    const stop = emberBorders.filter((border) => surprise >= border).length;
    return stop === 0 ? 'transparent' : `var(--ember-${stop})`;
  }
  const least = Math.min(...all);
  const most = Math.max(...all);
  if (most === least) return 'transparent';
  const share = (value - least) / (most - least);
  return `color-mix(in oklab, var(--faint) ${Math.round(share * strongest)}%, var(--panel))`;
}

/** Mean surprise in nats from which each stop of the ember ramp burns: p of 90, 60, 35, 20, 10 and 3 %. */
const emberBorders = [0.9, 0.6, 0.35, 0.2, 0.1, 0.03].map((probability) => -Math.log(probability));
