// Reads one log file from its first byte to its last: recognised by its beginning, read as it comes, never held as a whole.
import { createConsoleReader } from './console-reader.ts';
import { createCsvReader } from './csv-reader.ts';
import { createDocumentReader, jsonFormat } from './json-document.ts';
import { createLineSplitter, type TextTaker } from './line-splitter.ts';
import { createLinesReader } from './lines-reader.ts';
import { UnreadableFileError, type LogFormat, type LogReport } from './log-report.ts';
import { LogSink } from './log-sink.ts';
import { recogniseShape } from './recognise.ts';
import { whyNoText } from './why-no-text.ts';

/** Text that is seen before the file is recognised, in UTF-16 units. */
const headLength = 1 << 16;

/** A file, as far as reading needs it. */
export interface LogSource {
  readonly name: string;
  readonly size: number;
  stream: () => ReadableStream<Uint8Array>;
}

/**
 * Reads a file in UTF-8.
 * @param onProgress hears of bytes read and points held after every piece
 * @throws UnreadableFileError with a sentence for a person
 */
export async function readLog(
  file: LogSource,
  onProgress: (bytes: number, points: number) => void = () => undefined,
): Promise<LogReport> {
  if (file.size === 0) throw new UnreadableFileError('The file is empty.');
  const sink = new LogSink(file.name);
  const decoder = new TextDecoder();
  let [bytes, head] = [0, ''];
  let reader: LogReader | null = null;

  const take = (text: string, isEnd: boolean) => {
    if (reader !== null) {
      reader.push(text);
      return;
    }
    head += text;
    if (head.length < headLength && !isEnd) return;
    reader = createReader(head, isEnd, file.name, sink);
    reader.push(head);
    head = '';
  };

  const pieces = file.stream().getReader();
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    const why = bytes === 0 ? whyNoText(piece.value, file.name) : null;
    if (why !== null) {
      await pieces.cancel();
      throw new UnreadableFileError(why);
    }
    bytes += piece.value.byteLength;
    take(decoder.decode(piece.value, { stream: true }), false);
    onProgress(bytes, sink.points);
  }
  take(decoder.decode(), true);
  return finish(reader, sink);
}

interface LogReader extends TextTaker {
  readonly format: LogFormat;
  lines: () => number;
}

function finish(reader: LogReader | null, sink: LogSink): LogReport {
  if (reader === null) throw new UnreadableFileError('The file is empty.');
  reader.end();
  return sink.report(reader.format, reader.lines());
}

function createReader(head: string, isWhole: boolean, name: string, sink: LogSink): LogReader {
  if (head.trim() === '') throw new UnreadableFileError('The file holds nothing but spaces.');
  const shape = recogniseShape(head, isWhole);
  if (shape === 'json') {
    const format = jsonFormat(head);
    return { format, ...createDocumentReader(format, name, sink) };
  }
  if (shape === 'lines') {
    const isFactory = head.includes('"current_steps"') || head.includes('"total_steps"');
    const readLine = createLinesReader(sink);
    return lineReader(isFactory ? 'llama-factory' : 'json-lines', sink, (text, line) => readLine(text, line));
  }
  if (shape === 'console') {
    const readLine = createConsoleReader(sink);
    return lineReader('console', sink, (text, _line, row) => readLine(text, row), true);
  }
  const header = head.split(/\r\n|\n|\r/).find((line) => line.trim() !== '') ?? '';
  const { plan, readLine } = createCsvReader(header, name, sink);
  return lineReader(plan.format, sink, readLine);
}

function lineReader(
  format: LogFormat,
  sink: LogSink,
  onLine: (text: string, line: number, row: number) => void,
  countsRows = false,
): LogReader {
  let count = 0;
  const splitter = createLineSplitter({
    onLine(text, line, row) {
      count = countsRows ? row : line;
      onLine(text, line, row);
    },
    onTooLong(text, line, row) {
      count = countsRows ? row : line;
      sink.unread(count, text, 'The line is longer than a million signs.');
    },
  });
  return { format, lines: () => count, push: splitter.push, end: splitter.end };
}
