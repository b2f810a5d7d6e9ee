// Makes points of one record of a log: an object with a loss, and perhaps a step, an epoch, a time and the name of its run.
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';
import type { LogSink } from './log-sink.ts';
import { readFigure } from './read-figure.ts';
import { readElapsedMs } from './log-time.ts';

/** What a record does not say itself, but the lines around it do; NaN where they neither. */
export interface RecordContext {
  readonly step: number;
  readonly timeMs: number;
}

/** Nothing around the record helps. */
export const noContext: RecordContext = { step: Number.NaN, timeMs: Number.NaN };

interface RecordFigures {
  values: { name: CurveName; key: string; rank: number; text: string }[];
  /** Keys that are read as nothing. */
  others: string[];
  step: string | null;
  epoch: string | null;
  time: string | null;
  elapsed: string | null;
  run: string;
  isSummary: boolean;
}

/**
 * Puts the points of records into the sink.
 * @param kind `line` for records that are a line each: those without a figure are counted; in a trainer's `state`,
 * `train_loss` is the mean of the run
 * @returns a function whose answer is why a part of the record could not be read, or null
 */
export function createRecordReader(
  sink: LogSink,
  kind: 'line' | 'state' | 'object' = 'line',
): (record: ReadonlyMap<string, string>, line: number, context?: RecordContext) => string | null {
  const counts = new Map<string, { count: number; hasTrain: boolean }>();

  return (record, line, context = noContext) => {
    const { values, others, step, epoch, time, elapsed, run, isSummary } = figuresOf(record, sink);
    const isMean = isSummary || kind === 'state';
    if (values.length > 1) values.sort((one, other) => one.rank - other.rank);
    const points: typeof values = [];
    for (const value of values)
      if ((!isMean || value.key !== 'train_loss') && sink.claim(value.name, value.key)) points.push(value);
    // A state holds settings beside its history.
    if (!isSummary && (kind !== 'state' || (record.has('step') && !record.has('log_history'))))
      for (const key of others) sink.leave(key, record.get(key) ?? '');
    if (points.length === 0) {
      if (kind === 'line') sink.other();
      return null;
    }
    const given = step === null ? null : readFigure(step);
    if (given === undefined || (given !== null && !(Number.isFinite(given) && given >= 0)))
      return 'The step is no number of 0 or more.';
    const own = time === null ? Number.NaN : sink.timeMs(time);
    const timeMs = Number.isNaN(own) ? context.timeMs : own;
    const elapsedMs = elapsed === null ? Number.NaN : readElapsedMs(elapsed);
    const epochs = (epoch === null ? null : readFigure(epoch)) ?? Number.NaN;
    const known = given ?? (Number.isNaN(context.step) ? null : context.step);
    const at = known ?? counted(run, points);

    let reason: string | null = null;
    for (const { name, key, text } of points) {
      const value = readFigure(text);
      if (value === undefined) reason = `“${key}” is no number.`;
      else if (value !== null) sink.push(sink.curve(run, name), at, value, epochs, timeMs, line, elapsedMs);
    }
    return reason;
  };

  /** The next step; an evaluation stands at the training step before it. */
  function counted(run: string, points: RecordFigures['values']): number {
    sink.note('No step in the log: steps are counted.');
    const state = counts.get(run) ?? { count: 0, hasTrain: false };
    counts.set(run, state);
    const isTrain = points.some(({ name }) => name === 'train loss');
    if (isTrain || !state.hasTrain) state.count += 1;
    state.hasTrain ||= isTrain;
    return state.count;
  }
}

function figuresOf(record: ReadonlyMap<string, string>, sink: LogSink): RecordFigures {
  const figures: RecordFigures = {
    values: [],
    others: [],
    step: null,
    epoch: null,
    time: null,
    elapsed: null,
    run: '',
    isSummary: false,
  };
  let rank = Number.POSITIVE_INFINITY;
  for (const [key, text] of record) {
    const role = sink.roleOf(key);
    if (role === null) figures.others.push(key);
    else if (role.part === 'curve') figures.values.push({ name: role.name, key, rank: role.rank, text });
    else if (role.part === 'step') {
      if (role.rank < rank) figures.step = text;
      rank = Math.min(rank, role.rank);
    } else if (role.part === 'summary') figures.isSummary = true;
    else if (role.part !== 'tag' && role.part !== 'value') figures[role.part] = text;
    else if (role.part === 'value') {
      const tag = record.get('tag') ?? record.get('metric') ?? record.get('key') ?? '';
      const said = tag === '' ? null : sink.roleOf(tag);
      if (said?.part === 'curve') figures.values.push({ ...said, key: tag, text });
      else if (tag !== '') sink.leave(tag, text);
    }
  }
  return figures;
}
