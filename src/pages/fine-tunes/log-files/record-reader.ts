// Record reader: loss, step, epoch, time, run of a log record.
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';
import { roleOfKey } from './log-report.ts';
import type { LogSink } from './log-sink.ts';
import { figureProblem, readCount, readElapsedMs, readFigure } from './read-figure.ts';

/** Written values by their keys. */
export type LogRecord = ReadonlyMap<string, string>;

/** From surrounding lines; NaN where unknown. */
interface RecordContext {
  readonly step: number;
  readonly timeMs: number;
  /** Shows the record before, which it replaces, as it is now. */
  readonly isRedrawn: boolean;
}

const noContext: RecordContext = { step: Number.NaN, timeMs: Number.NaN, isRedrawn: false };

interface RecordFigures {
  values: { name: CurveName; key: string; rank: number; text: string }[];
  /** Ignored keys. */
  others: string[];
  step: string | null;
  epoch: string | null;
  time: string | null;
  elapsed: string | null;
  tokens: string | null;
  run: string;
  isSummary: boolean;
}

/**
 * @param kind `line`: a record per line, those without figures are counted; in a trainer's `state`,
 * `train_loss` is the run's mean
 * @returns a function that returns why a part could not be read
 */
export function createRecordReader(
  sink: LogSink,
  kind: 'line' | 'state' | 'object' = 'line',
): (record: LogRecord, line: number, context?: RecordContext) => string | null {
  const counts = new Map<string, { epochs: number[]; hasTrain: boolean }>();
  /** Of training losses, by run. */
  const trainSteps = new Map<string, number>();

  return (record, line, context = noContext) => {
    const { values, others, step, epoch, time, elapsed, tokens, run, isSummary } = figuresOf(record, sink);
    const isMean = isSummary || kind === 'state';
    if (values.length > 1) values.sort((one, other) => one.rank - other.rank);
    const points: typeof values = [];
    for (const value of values)
      if ((!isMean || value.key !== 'train_loss') && sink.claim(value.name, value.key)) points.push(value);
    // A state has settings beside its history.
    if (!isSummary && (kind !== 'state' || (record.has('step') && !record.has('log_history'))))
      for (const key of others) sink.leave(key, record.get(key) ?? '');
    if (points.length === 0) {
      if (kind === 'line') sink.other();
      return null;
    }
    const given = step === null ? null : readCount(step.replace(/\/[\d,]+$/, ''));
    if (given === undefined || (given !== null && !(Number.isFinite(given) && given >= 0)))
      return 'The step is not a number of 0 or more.';
    const own = time === null ? Number.NaN : sink.timeMs(time);
    const timeMs = Number.isNaN(own) ? context.timeMs : own;
    const elapsedMs = elapsed === null ? Number.NaN : readElapsedMs(elapsed);
    const epochs = (epoch === null ? null : readFigure(epoch)) ?? Number.NaN;
    const tokenCount = (tokens === null ? null : readCount(tokens)) ?? Number.NaN;
    const isTrain = points.some(({ name }) => name === 'train loss');
    const known = given ?? (Number.isNaN(context.step) ? null : context.step);
    if (isTrain && known !== null) trainSteps.set(run, known);
    const before = isTrain ? undefined : trainSteps.get(run);
    const at = known ?? before ?? counted(run, isTrain, epochs, context.isRedrawn);

    let reason: string | null = null;
    for (const { name, key, text } of points) {
      const value = readFigure(text);
      if (value === undefined) reason = figureProblem(key, text);
      else if (value !== null)
        sink.push(sink.curve(run, name), at, value, epochs, timeMs, line, elapsedMs, tokenCount);
    }
    return reason;
  };

  /** An evaluation belongs to the training step before it. After a restart, the epoch goes back. */
  function counted(run: string, isTrain: boolean, epoch: number, isRedrawn: boolean): number {
    sink.note('Records without a step were counted.');
    const state = counts.get(run) ?? { epochs: [], hasTrain: false };
    counts.set(run, state);
    const isNext = !isRedrawn && (isTrain || !state.hasTrain);
    if (isNext) {
      if (epoch < (state.epochs.at(-1) ?? epoch))
        while ((state.epochs.at(-1) ?? Number.NaN) >= epoch) state.epochs.pop();
      state.epochs.push(epoch);
    }
    state.hasTrain ||= isTrain;
    return state.epochs.length;
  }
}

function figuresOf(record: LogRecord, sink: LogSink): RecordFigures {
  const figures: RecordFigures = {
    values: [],
    others: [],
    step: null,
    epoch: null,
    time: null,
    elapsed: null,
    tokens: null,
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
      const tag = tagKeys.map((each) => record.get(each)).find((each) => each !== undefined) ?? '';
      const tagged = tag === '' ? null : sink.roleOf(tag);
      if (tagged?.part === 'curve') figures.values.push({ ...tagged, key: tag, text });
      else sink.leave(tag === '' ? key : tag, text);
    }
  }
  return figures;
}

const tagKeys = ['tag', 'metric', 'key', 'metric_name', 'name'];

/**
 * Key of a value in an object of another: `train: {loss}` is `train/loss`, `metrics: {loss}` is `loss`. Null where
 * the inner object is a record of its own.
 */
export function nestedKey(outer: string, key: string): string | null {
  const isSplit = /^(?:train(?:ing)?|eval(?:uation)?|val|valid(?:ation)?|test|dev)$/i.test(outer);
  if (!isSplit) return /^(?:metrics|scalars|values|data|logs?)$/i.test(outer) ? key : null;
  return (roleOfKey(key)?.part ?? 'curve') === 'curve' ? `${outer}/${key}` : key;
}

/** An object's scalars as unquoted text, by `nestedKey`; null if incomplete. Never evaluates anything. */
export function readRecord(text: string, from = 0): LogRecord | null {
  const record = new Map<string, string>();
  let at = skipSpace(text, from);
  if (text[at] !== '{') return null;
  at = skipSpace(text, at + 1);
  if (text[at] === '}') return record;
  while (at < text.length) {
    const keyEnd = stringEnd(text, at);
    if (keyEnd === -1) return null;
    const key = unquoted(text, at, keyEnd);
    at = skipSpace(text, keyEnd);
    if (text[at] !== ':') return null;
    at = skipSpace(text, at + 1);
    const end = valueEnd(text, at);
    if (end === -1) return null;
    const character = text[at];
    if (character === '"' || character === "'") record.set(key, unquoted(text, at, end));
    else if (character === '{' && nestedKey(key, '') !== null)
      for (const [inner, value] of readRecord(text, at) ?? [])
        record.set(nestedKey(key, inner) ?? inner, value);
    else if (character !== '{' && character !== '[' && character !== '(')
      record.set(key, text.slice(at, end).trim());
    at = skipSpace(text, end);
    if (text[at] === '}') return record;
    if (text[at] !== ',') return null;
    at = skipSpace(text, at + 1);
    if (text[at] === '}') return record;
  }
  return null;
}

/** After the string at `at`; -1 for none or an unclosed one. */
function stringEnd(text: string, at: number): number {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return -1;
  let end = text.indexOf(quote, at + 1);
  while (end !== -1 && isEscaped(text, end, at)) end = text.indexOf(quote, end + 1);
  return end === -1 ? -1 : end + 1;
}

function isEscaped(text: string, at: number, start: number): boolean {
  let count = 0;
  while (at - count - 1 > start && text.charCodeAt(at - count - 1) === 92) count += 1;
  return count % 2 === 1;
}

function unquoted(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? inner.replaceAll(escapes, unescaped) : inner;
}

// Python writes all but ASCII as \u.
const escapes = /\\(?:u([\da-f]{4})|(["'\\/]))/gi;

function unescaped(_: string, code: string | undefined, escaped = ''): string {
  return code === undefined ? escaped : String.fromCharCode(Number.parseInt(code, 16));
}

function valueEnd(text: string, at: number): number {
  const character = text[at];
  if (character === '"' || character === "'") return stringEnd(text, at);
  if (character === '{' || character === '[' || character === '(') return nestedEnd(text, at);
  for (let end = at; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 44 || code === 125) return end === at ? -1 : end;
  }
  return -1;
}

/** After the closing bracket; -1 if unclosed. */
function nestedEnd(text: string, at: number): number {
  let depth = 0;
  let position = at;
  while (position < text.length) {
    const character = text[position];
    if (character === '"' || character === "'") {
      position = stringEnd(text, position);
      if (position === -1) return -1;
      continue;
    }
    if (character === '{' || character === '[' || character === '(') depth += 1;
    if (character === '}' || character === ']' || character === ')') depth -= 1;
    position += 1;
    if (depth === 0) return position;
  }
  return -1;
}

function skipSpace(text: string, at: number): number {
  let position = at;
  while (position < text.length && text.charCodeAt(position) <= 32) position += 1;
  return position;
}
