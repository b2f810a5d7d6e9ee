// Reads JSON files: a trainer's state, rows of metrics, TensorBoard's triples.
import { createJsonReader } from './json-reader.ts';
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
  return createJsonReader(sink, { onObject: readFigures, onList: (text, line) => triples?.(text, line) });
}

/** `[wall time, step, value]`, one after another. */
function createTripleReader(fileName: string, sink: LogSink): (text: string, line: number) => void {
  const { run, name } = nameOfTensorBoard(fileName, sink);
  const columns = name === null ? null : sink.curve(run, name);
  return (text, line) => {
    const [time = '', step = '', value = '', ...more] = text
      .slice(1, -1)
      .split(',')
      .map((cell) => cell.trim().replaceAll(/^["']|["']$/g, ''));
    const [at, figure] = [readFigure(step), readFigure(value)];
    if (more.length > 0 || typeof at !== 'number' || !Number.isFinite(at) || at < 0 || figure === undefined)
      sink.unread(line, text, 'This is no list of time, step and value.');
    else if (figure !== null) sink.push(columns, at, figure, Number.NaN, sink.timeMs(time), line);
  };
}
