// Marks at the edges of a plot for values that have no height: a cross, and triangles that point where the value went.
import type { GapKind, GapMark } from './gap-marks.ts';
import type { PlotColours } from './plot-colours.ts';
import type { PlotScale } from './plot-scale.ts';

/** Half the width of a mark, pixels. */
const reach = 4;

/** The path of a mark as SVG knows it, around its middle: a canvas and a file draw the same. */
export const gapPaths: Readonly<Record<GapKind, string>> = {
  nan: `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`,
  infinite: `M${-reach} ${reach}L0 ${-reach}L${reach} ${reach}Z`,
  below: `M${-reach} ${-reach}L0 ${reach}L${reach} ${-reach}Z`,
  'not-positive': `M${-reach} ${-reach}L0 ${reach}L${reach} ${-reach}Z`,
};

/** Where the middle of a mark lies: what went up is at the top. */
export function gapTop(kind: GapKind, height: number): number {
  return kind === 'nan' || kind === 'infinite' ? reach + 2 : height - reach - 2;
}

/** Draws the marks on a canvas that is scaled to CSS pixels. @param height of the plot */
export function paintGaps(
  context: CanvasRenderingContext2D,
  marks: readonly GapMark[],
  x: PlotScale,
  height: number,
  colours: PlotColours,
): void {
  context.lineWidth = 1.5;
  for (const { kind, x: at } of marks) {
    context.save();
    context.translate(x.toPx(at), gapTop(kind, height));
    context.strokeStyle = kind === 'not-positive' ? colours.warn : colours.bad;
    context.stroke(new Path2D(gapPaths[kind]));
    context.restore();
  }
}
