// Every point of every curve as CSV, whether it is drawn or not: nothing is left out because of a zoom or an axis.
import { csvCell } from '#lib/csv.ts';
import { findPrepared } from '#charts/prepared-values.ts';
import { smooth } from '#lib/smooth.ts';
import { curveLabel, sourceOf } from '#pages/fine-tunes/curves/curve.ts';
import type { Track } from './track.ts';

const head = 'run,curve,part,step,epoch,time,value,smoothed,source\r\n';

/**
 * The lines in pieces of some thousand, so that a page can breathe between them and a file of a million lines needs no
 * single text. Parts count restarts from 1; what is unknown is empty; NaN and infinities are words.
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
          csvCell(sourceOf(track.run.curves, segment, point)),
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
  if (track.isSparse || track.name === 'learning rate' || weight === 0) return null;
  return findPrepared(values, { weight, isLog: false })?.values ?? smooth(values, weight);
}

function known(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value);
}
