// The charts as one figure for a file: all of them under each other, as they are looked at.
import type { DenseMark } from '#charts/DenseChart.tsx';
import { drawnLines, type DenseLine, gapsIn } from '#charts/dense-line.ts';
import { plotShapes, type Shape } from '#charts/figure.ts';
import { plotBox, type Span } from '#charts/plot-scale.ts';
import { linearTicks, logTicks } from '#charts/ticks.ts';
import type { ChartView } from './chart-view.ts';
import { tickText } from './figure-text.ts';
import { panelLines } from './panel-lines.ts';
import type { Panel } from './panels.ts';
import { xDenseAxis } from './x-axis.ts';
import { ySpan } from './y-axis.ts';

/** What a file is made of. */
export interface FigureContent {
  readonly panels: readonly Panel[];
  readonly view: ChartView;
  readonly whole: Span;
  readonly marks: readonly DenseMark[];
  readonly planned: DenseLine | null;
}

/** CSS pixels. */
const width = 1120;
const heights = { first: 420, other: 240 } as const;

/** The shapes, with the size of the paper. The lines are the same pixel columns as on a screen of this width. */
export function chartFigure(content: FigureContent): {
  readonly shapes: readonly Shape[];
  readonly width: number;
  readonly height: number;
} {
  const { panels, view, whole, marks, planned } = content;
  const span = view.zoom ?? whole;
  const x = xDenseAxis(view.x, span);
  const columns = plotBox(width, heights.first).width;
  let top = 8;
  const shapes = panels.flatMap((panel, index) => {
    const isLog = view.isLog && panel.canBeLog;
    const { lines, raw } = panelLines(panel, { smoothing: view.smoothing, isLog });
    const all = planned !== null && panel.id === 'rate' ? [planned, ...lines] : lines;
    const reach = ySpan([...raw, ...(all[0]?.key === 'planned' ? all[0].parts : [])], span, {
      isLog,
      isClipped: view.isClipped && panel.isSmoothed,
    });
    const height = index === 0 ? heights.first : heights.other;
    const own = plotShapes({
      title: [panel.title, panel.unit, index === 0 ? `by ${view.x}` : ''].filter(Boolean).join(' '),
      names: panel.tracks
        .filter((track) => !track.isHidden)
        .map(({ label, colour }) => ({ text: label, colour })),
      top,
      width,
      height,
      lines: drawnLines(all, span, columns, Float64Array.from(marks, (mark) => mark.x).sort()),
      gaps: gapsIn(raw, span, columns).marks,
      marks,
      x,
      y: { span: reach, ticks: isLog ? logTicks : linearTicks, format: tickText, isLog },
    });
    top += height + 12;
    return own;
  });
  return { shapes, width, height: top };
}
