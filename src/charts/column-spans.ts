// A dense line as what it covers in each pixel column: from there it is painted as upright bars, which cost a canvas little.
import type { DrawnPoints } from '#lib/decimate.ts';
import type { PlotScale } from './plot-scale.ts';

/** Lowest and highest pixel of the line in each column; NaN where it does not pass. */
export interface ColumnSpans {
  readonly top: Float32Array;
  readonly bottom: Float32Array;
}

/**
 * Exactly the columns and heights that straight lines between the points cross.
 * @param points x never falls; a NaN ends the line
 * @param columns pixels from the left of the plot; what lies outside is left out
 */
export function columnSpans(points: DrawnPoints, x: PlotScale, y: PlotScale, columns: number): ColumnSpans {
  const top = new Float32Array(columns).fill(Number.NaN);
  const bottom = new Float32Array(columns).fill(Number.NaN);
  const cover = (column: number, one: number, other: number) => {
    if (column < 0 || column >= columns) return;
    const [low, high] = one < other ? [one, other] : [other, one];
    if (!((top[column] ?? Number.NaN) <= low)) top[column] = low;
    if (!((bottom[column] ?? Number.NaN) >= high)) bottom[column] = high;
  };
  let left = Number.NaN;
  let height = Number.NaN;
  for (let index = 0; index < points.x.length; index += 1) {
    const right = x.toPx(points.x[index] ?? Number.NaN);
    const next = y.toPx(points.y[index] ?? Number.NaN);
    if (!Number.isNaN(right + next)) {
      if (Number.isNaN(left)) cover(Math.floor(right), next, next);
      else coverSegment(left, height, right, next);
      left = right;
      height = next;
    } else left = Number.NaN;
  }
  return { top, bottom };

  function coverSegment(fromX: number, fromY: number, toX: number, toY: number): void {
    const first = Math.floor(fromX);
    const last = Math.floor(toX);
    if (first === last) {
      cover(first, fromY, toY);
      return;
    }
    const heightAt = (px: number) => fromY + (toY - fromY) * Math.min(1, (px - fromX) / (toX - fromX));
    let before = fromY;
    // A neighbour outside of the window may lie a million columns away.
    const begin = Math.max(first, -1);
    if (begin > first) before = heightAt(begin);
    for (let column = begin; column < Math.min(last, columns); column += 1) {
      const after = heightAt(column + 1);
      cover(column, before, after);
      before = after;
    }
    cover(last, before, toY);
  }
}
