// Readers of JSON and JSON lines: trainer state, metric rows, TensorBoard triples.
import { type LogFormat, type LogReader, createLineReader } from './log-format.ts';
import { commaHint, readFigure } from './read-figure.ts';
import { type LogSink, nameOfTensorBoard } from './log-sink.ts';
import { roleOfKey } from './log-report.ts';
import { createRecordReader, nestedKey, readRecord, type LogRecord } from './record-reader.ts';

export const tensorBoardJson = jsonFormat('TensorBoard, JSON', /^\s*\[\s*\[/, (sink, fileName) => ({
  onObject: createRecordReader(sink, 'object'),
  onList: createTripleReader(fileName, sink),
}));

export const trainerState = jsonFormat('trainer state, JSON', /"log_history"/, (sink) => ({
  onObject: createRecordReader(sink, 'state'),
}));

export const metricRows = jsonFormat('metrics rows, JSON', /"train\/(?:loss|global_step)"/, (sink) => ({
  onObject: createRecordReader(sink, 'object'),
}));

export const plainJson = jsonFormat('JSON', /^/, (sink) => ({
  onObject: createRecordReader(sink, 'object'),
  onLists: (lists, isWhole) => readColumns(lists, isWhole, sink),
}));

/** @param sample what only this format has */
function jsonFormat(
  name: string,
  sample: RegExp,
  handlersOf: (sink: LogSink, fileName: string) => JsonHandlers,
): LogFormat {
  return {
    name,
    isRewritten: true,
    recognise: ({ shape, text }) => shape === 'json' && sample.test(text),
    create: (sink, _head, fileName) => createJsonReader(sink, handlersOf(sink, fileName)),
  };
}

/**
 * Number lists by key, one number per epoch or step, as in Keras.
 * @param isWhole nothing else is in the document: its lists may have a single number
 */
function readColumns(lists: ReadonlyMap<string, JsonList>, isWhole: boolean, sink: LogSink): void {
  const columns = [...lists].flatMap(([key, { text, line }]) => {
    const figures = cellsOf(text).map(readFigure);
    const least = isWhole && roleOfKey(key) !== null ? 1 : 2;
    return figures.length >= least && !figures.includes(undefined)
      ? [{ key, line, figures, role: sink.roleOf(key) }]
      : [];
  });
  const placed = (part: 'step' | 'epoch') => columns.find(({ role }) => role?.part === part)?.figures;
  const [steps, epochs] = [placed('step'), placed('epoch')];
  for (const { key, line, figures, role } of columns) {
    if (role === null) sink.nameColumn(key, 'none');
    if (role?.part !== 'curve' || !sink.claim(role.name, key)) continue;
    if (steps === undefined) sink.note('Records without a step were counted.');
    const curve = sink.curve('', role.name);
    for (const [index, value] of figures.entries()) {
      const step = steps?.[index] ?? index + 1;
      if (typeof value === 'number' && step >= 0 && step < Infinity)
        sink.push(curve, step, value, epochs?.[index] ?? Number.NaN, Number.NaN, line);
    }
  }
}

function cellsOf(list: string): readonly string[] {
  return list
    .slice(1, -1)
    .split(',')
    .map((cell) => cell.trim().replaceAll(/^["']|["']$/g, ''));
}

/** `[wall time, step, value]` */
function createTripleReader(fileName: string, sink: LogSink): (text: string, line: number) => void {
  const { run, name } = nameOfTensorBoard(fileName, sink);
  const columns = name === null ? null : sink.curve(run, name);
  return (text, line) => {
    const [time = '', step = '', value = '', ...more] = cellsOf(text);
    const [at, figure] = [readFigure(step), readFigure(value)];
    if (more.length > 0 || typeof at !== 'number' || !Number.isFinite(at) || at < 0 || figure === undefined)
      sink.unread(line, text, 'This is not a list of time, step and value.');
    else if (figure !== null) sink.push(columns, at, figure, Number.NaN, sink.timeMs(time), line);
  };
}

/** An open object or list without nested values. */
interface Frame {
  readonly kind: '{' | '[';
  readonly line: number;
  text: string;
  hasInner: boolean;
  /** By key. */
  readonly lists: Map<string, JsonList>;
  /** Values of nested objects, by `nestedKey`. */
  readonly inner: Map<string, string>;
}

/** Has no nested values. */
interface JsonList {
  /** With brackets. */
  readonly text: string;
  readonly line: number;
}

interface JsonHandlers {
  /**
   * Called at an object's end with its own scalars.
   * @returns why a part could not be read
   */
  onObject: (record: LogRecord, line: number) => string | null;
  /** Lists of the same object, and whether it is the outermost; called before `onObject`. */
  onLists?: (lists: ReadonlyMap<string, JsonList>, isWhole: boolean) => void;
  /** Called at a nested list's end. */
  onList?: (text: string, line: number) => void;
}

/** Longest text kept, in UTF-16 units. */
const longestFrame = { '{': 1 << 16, '[': 1 << 20 } as const;
/** Deeper brackets are only counted. */
const deepest = 64;

/** One or several documents; inner objects come first. */
function createJsonReader(sink: LogSink, { onObject, onLists, onList }: JsonHandlers): LogReader {
  const frames: Frame[] = [];
  let [line, tooDeep] = [1, 0];
  /** The open string's quote, and whether the last character was a backslash. */
  let [quote, isEscaped] = ['', false];

  return {
    lines: () => line,
    push(text) {
      let at = 0;
      while (at < text.length) {
        const end = quote === '' ? takeOutside(text, at) : takeString(text, at);
        at = end;
      }
    },
    end() {
      const outermost = frames[0];
      if (outermost !== undefined)
        sink.unread(
          line,
          frames.at(-1)?.text ?? '',
          `The file ends inside a value that began in line ${outermost.line}.`,
        );
    },
  };

  /**
   * Up to and with the next structural character.
   * @returns where to continue
   */
  function takeOutside(text: string, at: number): number {
    structure.lastIndex = at;
    const match = structure.exec(text);
    const end = match?.index ?? text.length;
    append(text.slice(at, end));
    const character = match?.[0];
    if (character === undefined) return text.length;
    if (character === '\n') line += 1;
    else if (character === '{' || character === '[') open(character);
    else if (character === '}' || character === ']') close(character);
    else {
      append(character);
      quote = character;
    }
    return end + 1;
  }

  function takeString(text: string, at: number): number {
    if (isEscaped) {
      isEscaped = false;
      append(text.slice(at, at + 1));
      return at + 1;
    }
    const stops = quote === '"' ? doubleStops : singleStops;
    stops.lastIndex = at;
    const match = stops.exec(text);
    const end = match?.index ?? text.length;
    const character = match?.[0] ?? '';
    append(text.slice(at, end));
    if (character === '\n') {
      sink.unread(line, frames.at(-1)?.text ?? '', 'A string is not closed.');
      line += 1;
      append(quote);
      quote = '';
    } else append(character);
    if (character === '\\') isEscaped = true;
    if (character === quote) quote = '';
    return end + 1;
  }

  function append(text: string) {
    const frame = tooDeep > 0 ? undefined : frames.at(-1);
    if (frame === undefined) return;
    const longest = longestFrame[frame.kind];
    if (frame.text.length <= longest) frame.text += text.slice(0, longest + 1);
  }

  function open(kind: '{' | '[') {
    const outer = frames.at(-1);
    if (outer !== undefined) outer.hasInner = true;
    if (frames.length >= deepest) tooDeep += 1;
    else frames.push({ kind, line, text: kind, hasInner: false, lists: new Map(), inner: new Map() });
  }

  function close(character: '}' | ']') {
    if (tooDeep > 0) {
      tooDeep -= 1;
      return;
    }
    const frame = frames.pop();
    if (frame === undefined || frame.kind !== (character === '}' ? '{' : '[')) {
      sink.unread(line, frame?.text ?? character, `Unmatched “${character}”.`);
      return;
    }
    if (frame.kind === '{') readObject(frame);
    else if (frame.text.length > longestFrame['['])
      sink.unread(frame.line, frame.text, 'This list is too long.');
    else if (!frame.hasInner) handOver({ text: `${frame.text}]`, line: frame.line });
    // Holds the inner value's place.
    append('null');
  }

  /** To the outer object, else to `onList`. */
  function handOver(list: JsonList) {
    const outer = frames.at(-1);
    const key = ownKey();
    if (key === undefined) onList?.(list.text, list.line);
    else outer?.lists.set(key, list);
  }

  function withNested(frame: Frame, record: LogRecord): LogRecord {
    const scalars = onLists === undefined ? record : scalarsOf(record, frame);
    return new Map([...scalars, ...frame.inner]);
  }

  /** Moves what a nested object such as `train` holds to the outer one. */
  function takeNested({ lists, inner }: Frame, record: LogRecord): boolean {
    const outer = frames.at(-1);
    const own = ownKey();
    if (outer === undefined || own === undefined || nestedKey(own, '') === null) return false;
    for (const [key, value] of [...scalarsOf(record, { lists }), ...inner])
      outer.inner.set(nestedKey(own, key) ?? key, value);
    for (const [key, list] of lists) outer.lists.set(nestedKey(own, key) ?? key, list);
    return true;
  }

  /** Of a value that just ended, in the outer object. */
  function ownKey(): string | undefined {
    const outer = frames.at(-1);
    return outer?.kind === '{' ? lastKey.exec(outer.text)?.[1] : undefined;
  }

  function readObject(frame: Frame) {
    const isWhole = frame.text.length <= longestFrame['{'];
    const record = isWhole ? readRecord(`${frame.text}}`) : null;
    const broken = isWhole ? 'This object could not be read.' : 'This object is too long.';
    if (record === null) sink.unread(frame.line, frame.text, broken);
    // An object keyed by row numbers is a list.
    else if (frames.at(-1)?.kind === '{' && record.size > 1 && [...record.keys()].every(isRowNumber))
      handOver({ text: `[${[...record.values()].join()}]`, line: frame.line });
    else if (!takeNested(frame, record)) {
      onLists?.(frame.lists, frames.length === 0);
      const hasNested = frame.lists.size + frame.inner.size > 0;
      const reason = onObject(hasNested ? withNested(frame, record) : record, frame.line);
      if (reason !== null) sink.unread(frame.line, frame.text, reason);
    }
  }
}

/** Without the places of its lists. */
function scalarsOf(record: LogRecord, { lists }: Pick<Frame, 'lists'>) {
  return [...record].filter(([key]) => !lists.has(key));
}

function isRowNumber(key: string, index: number): boolean {
  return key === String(index);
}

const lastKey = /["']([^"']{1,200})["']\s*:\s*$/;
const structure = /["'{}[\]\n]/g;
const doubleStops = /["\\\n]/g;
const singleStops = /['\\\n]/g;

export const factoryLog: LogFormat = {
  name: 'LLaMA-Factory log, JSON lines',
  recognise: ({ shape, text }) => shape === 'lines' && /"(?:current|total)_steps"/.test(text),
  create: createObjectLineReader,
};

export const jsonLines: LogFormat = {
  name: 'JSON lines',
  recognise: ({ shape }) => shape === 'lines',
  create: createObjectLineReader,
};

function createObjectLineReader(sink: LogSink) {
  const readFigures = createRecordReader(sink);
  return createLineReader(sink, (text, line) => {
    if (text.trim() === '') return;
    const record = readRecord(text);
    const reason = record === null ? whyBroken(text) : readFigures(record, line);
    if (reason !== null) sink.unread(line, text, reason);
  });
}

function whyBroken(text: string): string {
  if (!text.trimStart().startsWith('{')) return 'This is not an object.';
  return commaHint(text) || 'This object is incomplete.';
}
