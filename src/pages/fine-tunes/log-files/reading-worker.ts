// Web worker that reads one log file, again when it grows.
import { prepareValues } from '#charts/prepared-values.ts';
import type { Extremes } from '#lib/decimate.ts';
import { defaultWeight } from '#lib/smoothing.ts';
import { segmentsOf, whyUnread, type LogReport, type LogMapping } from './log-report.ts';
import { textAt } from './growing-file.ts';
import { createFollowedLog, readLog } from './read-log.ts';

/** A file; later, if followed, the same file grown. */
export interface ReadingOrder {
  readonly file: File;
  readonly mapping: LogMapping;
  readonly isFollowed: boolean;
}

/** All but `progress` end a reading. */
export type ReadingNews =
  | { readonly kind: 'progress'; readonly bytes: number; readonly points: number }
  | {
      readonly kind: 'read';
      readonly report: LogReport;
      readonly middle: { readonly at: number; readonly text: string };
      readonly drawn: readonly Drawn[];
    }
  /** A followed file was unreadable, e.g. while being written. */
  | { readonly kind: 'missed' }
  | { readonly kind: 'failed'; readonly message: string };

/** What a chart draws at first, in the order of `segmentsOf`, built off the main thread. */
interface Drawn {
  readonly raw: Omit<Extremes, 'values'>;
  /** Of a training loss, with the default weight. */
  readonly smoothed: Extremes | null;
}

/** Between progress messages. */
const quietMs = 100;

addEventListener('message', ({ data }: MessageEvent<ReadingOrder>) => {
  queue = queue.then(() => read(data));
});

let queue = Promise.resolve();
let followed: ReturnType<typeof createFollowedLog> | null = null;

async function read({ file, mapping, isFollowed }: ReadingOrder): Promise<void> {
  let saidMs = performance.now();
  const onProgress = (bytes: number, points: number) => {
    const nowMs = performance.now();
    if (nowMs - saidMs < quietMs) return;
    saidMs = nowMs;
    say({ kind: 'progress', bytes, points });
  };
  try {
    if (isFollowed) followed ??= createFollowedLog(mapping);
    const report = await (isFollowed && followed !== null
      ? followed.read(file, onProgress)
      : readLog(file, onProgress, mapping));
    const drawn = drawnOf(report);
    const at = Math.floor(file.size / 2);
    const middle = { at, text: await textAt(file, at, at + 200) };
    // A set: a constant loss is not smoothed, but the same column again.
    const buffers = new Set([...buffersOf(report), ...drawn.flatMap(buffersOfDrawn)]);
    say({ kind: 'read', report, middle, drawn }, [...buffers]);
  } catch (error) {
    followed = null;
    say(isFollowed ? { kind: 'missed' } : { kind: 'failed', message: whyUnread(await causeOf(error, file)) });
  }
}

/** A stream only says "network error". */
function causeOf(error: unknown, file: File): Promise<unknown> {
  const probe = file.slice(0, 1).arrayBuffer();
  return probe.then(
    () => error,
    (cause: unknown) => cause,
  );
}

function say(news: ReadingNews, transfer: Transferable[] = []) {
  postMessage(news, { transfer });
}

/** Transferred, not copied. */
function buffersOf(report: LogReport): ArrayBufferLike[] {
  const columns = segmentsOf(report).flatMap(
    ({ steps, values, epochs, timesMs, elapsedMs, tokens, sources, lines }) =>
      [steps, values, epochs, timesMs, elapsedMs, tokens, sources, lines].filter(
        (column) => column !== undefined,
      ),
  );
  return columns.map(({ buffer }) => buffer);
}

function drawnOf(report: LogReport): Drawn[] {
  const losses = new Set(report.runs.flatMap(({ curves }) => curves.curves.get('train loss') ?? []));
  return segmentsOf(report).map((segment) => {
    const { gaps, levels } = prepareValues(segment.values, { weight: 0, isLog: false });
    const isSmoothed = losses.has(segment);
    const smoothed = isSmoothed
      ? prepareValues(segment.values, { weight: defaultWeight, isLog: false })
      : null;
    return { raw: { gaps, levels }, smoothed };
  });
}

function buffersOfDrawn({ raw, smoothed }: Drawn): ArrayBufferLike[] {
  const columns = smoothed === null ? [] : [smoothed.values, ...columnsOf(smoothed)];
  return [...columnsOf(raw), ...columns].map(({ buffer }) => buffer);
}

function columnsOf({ gaps, levels }: Drawn['raw']) {
  return [gaps, ...levels.flatMap(({ low, high }) => [low, high])];
}
