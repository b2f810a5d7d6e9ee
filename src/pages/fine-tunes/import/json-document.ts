// Reads JSON files: a trainer's state, rows of metrics, TensorBoard's triples.
import { createJsonReader, type JsonList } from './json-reader.ts';
import type { TextTaker } from './line-splitter.ts';
import type { LogFormat } from './log-report.ts';
import type { LogSink } from './log-sink.ts';
import { readFigure } from './read-figure.ts';
import { createRecordReader } from './record-reader.ts';
import { nameOfTensorBoard } from './tensorboard-name.ts';

/** What kind of JSON a file is, by its beginning. */
export function jsonFormat(head: string): LogFormat {
  if (/^\s*\[\s*\[/.test(head)) return 'tensorboard-json';
  if (head.includes('"log_history"')) return 'trainer-state';
  return head.includes('"train/loss"') || head.includes('"train/global_step"') ? 'metrics' : 'json';
}

/** A reader of a whole JSON file. */
export function createDocumentReader(
  format: LogFormat,
  fileName: string,
  sink: LogSink,
): TextTaker & { lines: () => number } {
  const readFigures = createRecordReader(sink, format === 'trainer-state' ? 'state' : 'object');
  const triples = format === 'tensorboard-json' ? createTripleReader(fileName, sink) : null;
  return createJsonReader(sink, {
    onObject(record, line, lists) {
      if (format === 'json') readColumns(lists, sink);
      return readFigures(record, line);
    },
    onList: (text, line) => triples?.(text, line),
  });
}

/** A list of numbers by key, a number an epoch or a step, as Keras keeps its history. */
function readColumns(lists: ReadonlyMap<string, JsonList>, sink: LogSink): void {
  const columns = [...lists].flatMap(([key, { text, line }]) => {
    const figures = cellsOf(text).map(readFigure);
    return figures.length > 1 && !figures.includes(undefined)
      ? [{ key, line, figures, role: sink.roleOf(key) }]
      : [];
  });
  const placed = (part: 'step' | 'epoch') => columns.find(({ role }) => role?.part === part)?.figures;
  const [steps, epochs] = [placed('step'), placed('epoch')];
  for (const { key, line, figures, role } of columns) {
    if (role === null) sink.nameColumn(key, 'none');
    if (role?.part !== 'curve' || !sink.claim(role.name, key)) continue;
    if (steps === undefined) sink.note('No step in the log: steps are counted.');
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

/** `[wall time, step, value]`, one after another. */
function createTripleReader(fileName: string, sink: LogSink): (text: string, line: number) => void {
  const { run, name } = nameOfTensorBoard(fileName, sink);
  const columns = name === null ? null : sink.curve(run, name);
  return (text, line) => {
    const [time = '', step = '', value = '', ...more] = cellsOf(text);
    const [at, figure] = [readFigure(step), readFigure(value)];
    if (more.length > 0 || typeof at !== 'number' || !Number.isFinite(at) || at < 0 || figure === undefined)
      sink.unread(line, text, 'This is no list of time, step and value.');
    else if (figure !== null) sink.push(columns, at, figure, Number.NaN, sink.timeMs(time), line);
  };
}
