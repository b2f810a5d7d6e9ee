// Test log file: text or bytes in chunks of any size.
import { pointCount, type CurveName } from '#pages/fine-tunes/curves/curve.ts';
import type { LogReport } from '#pages/fine-tunes/log-files/log-report.ts';
import type { LogSource } from '#pages/fine-tunes/log-files/read-log.ts';

/** @param pieceLength bytes per chunk; small ones split lines, numbers and characters */
export function logFile(content: string | Uint8Array, name = 'log.txt', pieceLength = 65_536): LogSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    stream() {
      let at = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.subarray(at, (at += pieceLength)));
        },
      });
    },
  };
}

/** A run's curve as pairs, all segments in a row. */
export function pairsOf(report: LogReport, name: CurveName, run?: string): [number, number][] {
  const found = run === undefined ? report.runs[0] : report.runs.find(({ label }) => label === run);
  const segments = found?.curves.curves.get(name) ?? [];
  const pairs = segments.flatMap(({ steps, values }) =>
    Array.from(steps, (step, index): [number, number] => [step, values[index] ?? Number.NaN]),
  );
  if (pairs.length !== pointCount(segments)) throw new Error('columns differ in length');
  return pairs;
}
