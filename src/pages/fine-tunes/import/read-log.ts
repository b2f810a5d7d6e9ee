// Reads one log file from its first byte to its last: recognised by its beginning, read as it comes, never held as a whole.
import { createBase64Decoder, decodeBase64Start } from './base64.ts';
import { createConsoleReader } from './console-reader.ts';
import { createCsvReader } from './csv-reader.ts';
import { createDocumentReader, jsonFormat } from './json-document.ts';
import { createLineSplitter, type TextTaker } from './line-splitter.ts';
import { createLinesReader } from './lines-reader.ts';
import { UnreadableFileError, type LogFormat, type LogReport } from './log-report.ts';
import { textAt } from './growing-file.ts';
import type { LogMapping } from './log-keys.ts';
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
 * Reads a file in UTF-8 to its end.
 * @param onProgress hears of bytes read and points held after every piece
 * @throws UnreadableFileError with a sentence for a person
 */
export async function readLog(
  file: LogSource,
  onProgress: (bytes: number, points: number) => void = () => undefined,
  mapping: LogMapping = {},
): Promise<LogReport> {
  const reading = createLogReading(file.name, mapping);
  await reading.take(file.stream(), onProgress);
  return reading.finish();
}

/** A log that is being read. */
export interface LogReading {
  /** Reads on with what comes behind the bytes read so far. */
  take: (
    stream: ReadableStream<Uint8Array>,
    onProgress?: (bytes: number, points: number) => void,
  ) => Promise<void>;
  /** What the whole lines said so far; more may come. */
  soFar: () => LogReport;
  /** What all of it said: a last line without an end is one. */
  finish: () => LogReport;
  bytes: () => number;
}

/** Begins with the first byte of a file. Its functions throw UnreadableFileError. */
export function createLogReading(name: string, mapping: LogMapping = {}): LogReading {
  const sink = new LogSink(name, mapping);
  const decoder = new TextDecoder();
  let [bytes, head] = [0, ''];
  let reader: LogReader | null = null;

  function push(text: string) {
    if (reader !== null) reader.push(text);
    else {
      head += text;
      if (head.length >= headLength) begin(false);
    }
  }

  function begin(isWhole: boolean): LogReader {
    const made = createReader(head, isWhole, name, sink);
    made.push(head);
    head = '';
    reader = made;
    return made;
  }

  function report({ format, lines }: LogReader): LogReport {
    const found = sink.report(format, lines());
    if (isTable(format) && found.runs.length + found.columns.length === 0)
      throw new UnreadableFileError('No column holds a number that can be drawn.');
    return found;
  }

  return {
    bytes: () => bytes,
    async take(stream, onProgress) {
      const pieces = stream.getReader();
      for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
        const why = bytes === 0 ? whyNoText(piece.value, name) : null;
        if (why !== null) {
          await pieces.cancel();
          throw new UnreadableFileError(why);
        }
        bytes += piece.value.byteLength;
        push(decoder.decode(piece.value, { stream: true }));
        onProgress?.(bytes, sink.points);
      }
    },
    soFar: () => report(reader ?? begin(false)),
    finish() {
      if (bytes === 0) throw new UnreadableFileError('The file is empty.');
      push(decoder.decode());
      const whole = reader ?? begin(true);
      whole.end();
      return report(whole);
    },
  };
}

/** A log that is read as it grows. */
export interface FollowedLog {
  /**
   * What the whole lines say by now. Reads on from where the last reading ended; a file that was rewritten, as JSON
   * must be, is read from its beginning.
   */
  read: (
    file: Blob & { readonly name: string },
    onProgress?: (bytes: number, points: number) => void,
  ) => Promise<LogReport>;
}

/** Nothing is read yet. */
export function createFollowedLog(mapping: LogMapping = {}): FollowedLog {
  let reading: LogReading | null = null;
  let tail = '';

  return {
    async read(file, onProgress) {
      const end = reading?.bytes() ?? 0;
      const goesOn = reading !== null && file.size >= end && (await textBefore(file, end)) === tail;
      const current = goesOn && reading !== null ? reading : createLogReading(file.name, mapping);
      await current.take(file.slice(current.bytes()).stream(), onProgress);
      const report = current.soFar();
      // What it is may show only later.
      const isSure = report.runs.length > 0 && !wholeFormats.has(report.format);
      reading = isSure ? current : null;
      tail = await textBefore(file, current.bytes());
      return report;
    },
  };
}

const wholeFormats: ReadonlySet<LogFormat> = new Set([
  'trainer-state',
  'tensorboard-json',
  'metrics',
  'json',
]);

async function textBefore(file: Blob, end: number): Promise<string> {
  return await textAt(file, Math.max(0, end - 200), end);
}

function isTable(format: LogFormat): boolean {
  return format === 'csv' || format === 'wandb';
}

interface LogReader extends TextTaker {
  readonly format: LogFormat;
  lines: () => number;
}

function createReader(head: string, isWhole: boolean, name: string, sink: LogSink): LogReader {
  if (head.trim() === '') throw new UnreadableFileError('The file holds nothing but spaces.');
  const encoded = decodeBase64Start(head);
  if (encoded !== null) {
    sink.note('The file is base64; lines are counted in what it encodes.');
    return decodingReader(createReader(encoded, isWhole, name, sink));
  }
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

/** Decodes what it is handed before it is read. */
function decodingReader(reader: LogReader): LogReader {
  const decode = createBase64Decoder();
  return { ...reader, push: (text) => reader.push(decode(text)) };
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
      sink.unread(count, text, 'The line is longer than a million characters.');
    },
  });
  return { format, lines: () => count, push: splitter.push, end: splitter.end };
}
