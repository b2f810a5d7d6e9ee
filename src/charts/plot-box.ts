// Where the plot lies inside its chart: fixed room for axes and words, so that nothing jumps when numbers change.

/** CSS pixels from the left and top of the chart. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Room around the plot: words of marks above, tick labels at the left and below. */
export const plotMargin = { left: 52, top: 20, right: 12, bottom: 24 } as const;

/** The plot of a chart of this size. */
export function plotBox(width: number, height: number): PlotBox {
  const { left, top, right, bottom } = plotMargin;
  return { left, top, width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) };
}
