// The lines of one chart: raw ones faint below, smoothed ones above, the sparse and exact ones on top.
import type { DenseLine, LineLook, GapSource } from '#charts/dense-line.ts';
import { findNearlyPrepared, findPrepared } from '#charts/prepared-values.ts';
import type { Wish } from '#charts/preparer.ts';
import type { DenseSeries } from '#lib/decimate.ts';
import type { ChartView } from './chart-view.ts';
import type { Panel } from './panels.ts';
import type { Track } from './track.ts';

/** What of a view changes the lines themselves. */
export type LineView = Pick<ChartView, 'smoothing' | 'isLog'>;

/** Whether a track is drawn smoothed as well. */
export function isSmoothed(panel: Panel, track: Track, smoothing: number): boolean {
  return panel.isSmoothed && !track.isSparse && smoothing > 0;
}

/** What must be prepared before the chart can be drawn: the raw lines first, so that something is seen early. */
export function wishesOf(panels: readonly Panel[], { smoothing, isLog }: LineView): readonly Wish[] {
  const shown = panels.flatMap((panel) =>
    panel.tracks.filter((track) => !track.isHidden).map((track) => ({ panel, track })),
  );
  const raw = shown.flatMap(({ panel, track }) =>
    track.parts.map(({ values }) => ({ values, weight: 0, isLog: isLog && panel.canBeLog })),
  );
  const smoothed = shown.flatMap(({ panel, track }) =>
    isSmoothed(panel, track, smoothing)
      ? track.parts.map(({ values }) => ({ values, weight: smoothing, isLog: isLog && panel.canBeLog }))
      : [],
  );
  return [...raw, ...smoothed];
}

/** What a chart draws of what is prepared so far. */
export interface PanelLines {
  readonly lines: readonly DenseLine[];
  /** The measured values, for the reach of the y axis and for marks. */
  readonly raw: readonly (DenseSeries & GapSource)[];
  /** The same smoothed, where they are drawn so. */
  readonly smoothed: readonly DenseSeries[];
}

/** Reads what is prepared; call it again when more is. */
export function panelLines(panel: Panel, { smoothing, isLog }: LineView): PanelLines {
  const below: DenseLine[] = [];
  const above: DenseLine[] = [];
  const top: DenseLine[] = [];
  const raw: (DenseSeries & GapSource)[] = [];
  const allSmoothed: DenseSeries[] = [];
  for (const track of panel.tracks) {
    if (track.isHidden) continue;
    const scale = isLog && panel.canBeLog;
    const own = track.parts.flatMap(({ x, values }) => {
      const y = findPrepared(values, { weight: 0, isLog: scale });
      return y === null ? [] : [{ x, y, values }];
    });
    raw.push(...own);
    const smoothed = isSmoothed(panel, track, smoothing)
      ? track.parts.flatMap(({ x, values }) => {
          const y = findNearlyPrepared(values, { weight: smoothing, isLog: scale });
          return y === null ? [] : [{ x, y }];
        })
      : [];
    allSmoothed.push(...smoothed);
    const look = { colour: track.colour, dash: track.dash };
    const isFaint = isSmoothed(panel, track, smoothing);
    (track.isSparse ? top : below).push({
      key: `${track.key} raw`,
      look: rawLook(look, track, isFaint),
      parts: own,
    });
    if (smoothed.length > 0) {
      above.push({
        key: `${track.key} smooth`,
        look: { ...look, width: 2, opacity: 1, hasRings: false },
        isDerived: true,
        parts: smoothed,
      });
    }
  }
  return { lines: [...below, ...above, ...top], raw, smoothed: allSmoothed };
}

/** More points than this are a dense line, which is thin. */
const sparseLength = 5_000;

function rawLook(look: Pick<LineLook, 'colour' | 'dash'>, track: Track, isFaint: boolean): LineLook {
  const count = track.parts.reduce((sum, { x }) => sum + x.length, 0);
  // A line needs two points: one alone is seen by its ring.
  if (count === 1) return { ...look, width: 1, opacity: 1, hasRings: true };
  if (isFaint) return { colour: look.colour, dash: [], width: 1, opacity: 0.35, hasRings: false };
  const width = track.isSparse || count > sparseLength ? 1 : 2;
  return { ...look, width, opacity: 1, hasRings: track.isSparse };
}
