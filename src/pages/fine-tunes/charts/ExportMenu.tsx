// Chart export menu: CSV, PNG, SVG.
import { useId, useState } from 'react';
import type { DenseMark } from '#charts/DenseChart.tsx';
import { drawnLines, type DenseLine, gapsIn } from '#charts/dense-line.ts';
import { figureToPng, figureToSvg, plotShapes, type Shape } from '#charts/figure.ts';
import { fileColours } from '#charts/plot-colours.ts';
import { plotBox, type Span } from '#charts/plot-scale.ts';
import { findPrepared } from '#charts/prepared-values.ts';
import { csvCell } from '#lib/csv.ts';
import { formatCount } from '#lib/format.ts';
import { smooth } from '#lib/smoothing.ts';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { pointCount, curveLabel } from '#pages/fine-tunes/curves/curve.ts';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Select } from '#ui/Select.tsx';
import { saveFile } from '#ui/FileButton.tsx';
import { xDenseAxis, yDenseAxis, ySpan } from './axes.ts';
import type { DrawnView } from './chart-view.ts';
import { fittedParts, panelLines, type Panel } from './panels.ts';
import { pointSource } from './read-panel.ts';
import { isSmoothed, type Track } from './track.ts';

/** For images on white paper from a dark page. */
const backgrounds = ['as shown', 'light', 'dark'] as const;
type Background = (typeof backgrounds)[number];

export function ExportMenu(content: FigureContent) {
  const id = useId();
  const [background, setBackground] = useState<Background>('as shown');
  const [failure, setFailure] = useState<string | null>(null);
  const tracks = content.panels.flatMap((panel) => panel.tracks);
  const count = tracks.reduce((sum, { segments }) => sum + pointCount(segments), 0);
  const title = `Training curves by ${content.view.x}`;

  async function csv(): Promise<Blob> {
    const pieces: string[] = [];
    const yieldToPage = createYieldToPage();
    for (const piece of pointsCsv(tracks, content.view.smoothing)) {
      pieces.push(piece);
      await yieldToPage();
    }
    // Spreadsheets recognise UTF-8 by the byte order mark.
    return new Blob(['\uFEFF', ...pieces], { type: 'text/csv;charset=utf-8' });
  }

  function svg(): Promise<Blob> {
    const { shapes, width, height } = chartFigure(content);
    const text = figureToSvg(shapes, { width, height, colours: coloursOf(background), title });
    return Promise.resolve(new Blob([text], { type: 'image/svg+xml' }));
  }

  function png(): Promise<Blob> {
    const { shapes, width, height } = chartFigure(content);
    return figureToPng(shapes, { width, height, colours: coloursOf(background) });
  }

  async function save(make: () => Promise<Blob>, ending: string, close: () => void) {
    setFailure(null);
    try {
      saveFile(await make(), `${fileName(tracks)}.${ending}`);
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <>
      <Button look="quiet" popoverTarget={id} aria-haspopup="dialog">
        Export
      </Button>
      <Popover id={id} label="Export charts">
        {(close) => (
          <div className="grid gap-2 p-3">
            <p className="text-dense text-muted">
              CSV holds all {formatCount(count)} points with their sources, regardless of zoom and axis.
              Images show every chart, as zoomed now.
            </p>
            <label className="flex items-center gap-2 text-dense text-muted">
              Image background
              <Select
                value={background}
                onValue={setBackground}
                options={backgrounds.map((value) => ({ value }))}
              />
            </label>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => void save(csv, 'csv', close)}>Save CSV</Button>
              <Button onClick={() => void save(png, 'png', close)}>Save PNG</Button>
              <Button onClick={() => void save(svg, 'svg', close)}>Save SVG</Button>
            </div>
            {failure !== null && (
              <p role="alert" className="text-bad">
                Export failed: {failure}
              </p>
            )}
          </div>
        )}
      </Popover>
    </>
  );
}

function coloursOf(background: Background) {
  return fileColours(background === 'as shown' ? null : background);
}

/** Unsafe characters become hyphens. */
function fileName(tracks: readonly Track[]): string {
  const labels = runLabels(tracks);
  const [first = 'training'] = labels;
  const others = labels.length > 1 ? `-and-${labels.length - 1}-more` : '';
  const name = `${first}${others}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100);
  return `${name}-curves`;
}

function runLabels(tracks: readonly Track[]): readonly string[] {
  return [...new Set(tracks.map(({ run }) => run.label))];
}

interface FigureContent {
  readonly panels: readonly Panel[];
  readonly view: DrawnView;
  readonly whole: Span;
  readonly marks: readonly DenseMark[];
  readonly planned: DenseLine | null;
}

/** CSS pixels. */
const figureWidth = 1120;
const heights = { first: 420, other: 240 } as const;

/** Lines are the pixel columns of a screen this wide. */
export function chartFigure(content: FigureContent): {
  readonly shapes: readonly Shape[];
  readonly width: number;
  readonly height: number;
} {
  const { panels, view, whole, marks, planned } = content;
  const span = view.zoom ?? whole;
  const x = xDenseAxis(view.x, span);
  const columns = plotBox(figureWidth, heights.first).width;
  // Names of lines tell several apart.
  const [only, ...more] = runLabels(panels.flatMap((panel) => panel.tracks));
  const name = only === undefined || more.length > 0 ? '' : `· ${only}`;
  let top = 8;
  const shapes = panels.flatMap((panel, index) => {
    const isLog = view.isLog && panel.canBeLog;
    const { lines, ...drawn } = panelLines(panel, { smoothing: view.smoothing, isLog });
    const isClipped = view.isClipped && panel.isSmoothed;
    const plan = panel.id === 'rate' && planned !== null ? [planned] : [];
    const reach = ySpan([...fittedParts(drawn, isClipped), ...plan.flatMap(({ parts }) => parts)], span, {
      isLog,
      isClipped,
      range: view.ranges.find(({ chart }) => chart === panel.id) ?? null,
    });
    const height = index === 0 ? heights.first : heights.other;
    const own = plotShapes({
      title: [panel.title, panel.unit, ...(index === 0 ? [`by ${view.x}`, name] : [])]
        .filter(Boolean)
        .join(' '),
      names: [
        ...panel.tracks
          .filter((track) => !track.isHidden)
          .map(({ label, colour, dash, isSparse }) => ({ text: label, colour, dash, hasRing: isSparse })),
        ...plan.map(({ look: { colour, dash } }) => ({ text: 'planned', colour, dash, hasRing: false })),
      ],
      top,
      width: figureWidth,
      height,
      lines: drawnLines(
        [...plan, ...lines],
        span,
        columns,
        Float64Array.from(marks, (mark) => mark.x).sort(),
      ),
      gaps: gapsIn(drawn.raw, span, columns).marks,
      marks,
      x,
      y: yDenseAxis(reach, isLog),
    });
    top += height + 12;
    return own;
  });
  return { shapes, width: figureWidth, height: top };
}

const head = 'run,curve,part,step,epoch,time,value,smoothed,source\r\n';

/**
 * In chunks of some thousand lines, to keep the page responsive without one huge string. Parts count restarts
 * from 1; unknown values are empty; NaN and infinities are words.
 */
export function* pointsCsv(tracks: readonly Track[], smoothing: number): Generator<string> {
  yield head;
  for (const track of tracks) {
    for (const [index, segment] of track.segments.entries()) {
      const smoothed = smoothedOf(track, segment.values, smoothing);
      const start = `${csvCell(track.run.label)},${csvCell(curveLabel(track.name))},${index + 1}`;
      let piece = '';
      for (let point = 0; point < segment.values.length; point += 1) {
        const time = segment.timesMs[point] ?? Number.NaN;
        const columns = [
          start,
          String(segment.steps[point] ?? ''),
          known(segment.epochs[point]),
          Number.isNaN(time) ? '' : new Date(time).toISOString(),
          String(segment.values[point] ?? ''),
          smoothed === null ? '' : String(smoothed[point] ?? ''),
          csvCell(pointSource(track, segment, point)),
        ];
        piece += `${columns.join(',')}\r\n`;
        if (point % 5_000 === 4_999) {
          yield piece;
          piece = '';
        }
      }
      yield piece;
    }
  }
}

function smoothedOf(track: Track, values: Float64Array, weight: number): Float64Array | null {
  if (!isSmoothed(track, weight)) return null;
  return findPrepared(values, { weight, isLog: false })?.values ?? smooth(values, weight);
}

function known(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value);
}
