// The dense part of a plot: lines, marks of what no line can show, dotted verticals, on one canvas.
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { DrawnLine, GapMark } from './dense-line.ts';
import { paintGaps, paintLines } from './paint-lines.ts';
import { usePlotColours } from './plot-colours.ts';
import type { PlotBox, PlotScale } from './plot-scale.ts';

/** A vertical line of the plot. */
interface PlotVertical {
  /** Pixels from the left of the plot. */
  readonly px: number;
  readonly isAlert: boolean;
}

interface PlotCanvasProps {
  box: PlotBox;
  lines: readonly DrawnLine[];
  /** Pixels of a column of a dense line. */
  column: number;
  gaps: readonly GapMark[];
  verticals: readonly PlotVertical[];
  x: PlotScale;
  y: PlotScale;
}

/** Painted in the frame in which the axes change. What it shows is in the table and in the words of the surface above. */
export function PlotCanvas({ box, lines, column, gaps, verticals, x, y }: PlotCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = usePlotColours();
  const ratio = useSyncExternalStore(subscribeToRatio, () => devicePixelRatio);
  const { width, height } = box;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { canvas: target } = context;
    if (target.width !== across || target.height !== down) {
      target.width = across;
      target.height = down;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    for (const { px, isAlert } of verticals) {
      context.strokeStyle = isAlert ? colours.bad : colours.faint;
      context.lineWidth = 1;
      context.setLineDash([2, 3]);
      context.beginPath();
      const left = Math.min(width - 1, Math.round(px)) + 0.5;
      context.moveTo(left, 0);
      context.lineTo(left, height);
      context.stroke();
    }
    context.setLineDash([]);
    paintLines(context, lines, { x, y, width, column }, colours);
    paintGaps(context, gaps, x, height, colours);
  }, [width, height, across, down, ratio, lines, column, gaps, verticals, x, y, colours]);

  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      className="pointer-events-none absolute"
      // As large as its pixels: at a browser zoom of 67 % they are no whole CSS pixels.
      style={{ left: box.left, top: box.top, width: across / ratio, height: down / ratio }}
    />
  );
}

/** The window was moved to another screen, or zoomed. */
function subscribeToRatio(onChange: () => void): () => void {
  const control = new AbortController();
  const watch = () => {
    // Of the exact ratio a browser says that it is another, where it is no round number.
    const [least, most] = [devicePixelRatio - 0.001, devicePixelRatio + 0.001];
    matchMedia(`(min-resolution: ${least}dppx) and (max-resolution: ${most}dppx)`).addEventListener(
      'change',
      () => {
        onChange();
        watch();
      },
      { once: true, signal: control.signal },
    );
  };
  watch();
  return () => control.abort();
}
