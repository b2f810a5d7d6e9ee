// Streaming log reader: recognises a file's format and reads it.
import { formatOf, shapeOf } from './formats.ts';
import { textAt } from './growing-file.ts';
import { createLineReader, type LogFormat, type LogReader } from './log-format.ts';
import { UnreadableFileError, type LogReport, type LogMapping } from './log-report.ts';
import { LogSink } from './log-sink.ts';
import { readRecord } from './record-reader.ts';

/** UTF-16 units read before the format is recognised. */
const headLength = 1 << 16;

/** A `File`, as far as reading needs it. */
export interface LogSource {
  readonly name: string;
  readonly size: number;
  stream: () => ReadableStream<Uint8Array>;
}

/**
 * Reads UTF-8.
 * @param onProgress called after every chunk
 * @throws UnreadableFileError
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

interface LogReading {
  /** Reads what follows the last bytes. */
  take: (
    stream: ReadableStream<Uint8Array>,
    onProgress?: (bytes: number, points: number) => void,
  ) => Promise<void>;
  /** Complete lines only. */
  soFar: () => LogReport;
  /** Includes a last line without an end. */
  finish: () => LogReport;
  bytes: () => number;
  isRewritten: () => boolean;
}

interface FormatReader extends LogReader {
  readonly format: LogFormat;
}

/** Its functions throw UnreadableFileError. */
function createLogReading(name: string, mapping: LogMapping = {}): LogReading {
  const sink = new LogSink(name, mapping);
  const decoder = new TextDecoder();
  let [bytes, head] = [0, ''];
  let reader: FormatReader | null = null;

  function push(text: string) {
    if (reader !== null) reader.push(text);
    else {
      head += text;
      if (head.length >= headLength) begin(false);
    }
  }

  function begin(isWhole: boolean): FormatReader {
    const made = createReader(head, isWhole, name, sink);
    made.push(head);
    head = '';
    reader = made;
    return made;
  }

  function report({ format, lines }: FormatReader): LogReport {
    const found = sink.report(format.name, lines());
    const isEmpty = found.runs.length + found.columns.length === 0;
    if (isEmpty && format.emptyError !== undefined) throw new UnreadableFileError(format.emptyError);
    return found;
  }

  return {
    bytes: () => bytes,
    isRewritten: () => reader?.format.isRewritten === true,
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
    soFar() {
      const current = reader ?? begin(false);
      current.peek?.();
      return report(current);
    },
    finish() {
      if (bytes === 0) throw new UnreadableFileError('The file is empty.');
      push(decoder.decode());
      const whole = reader ?? begin(true);
      whole.end();
      return report(whole);
    },
  };
}

interface FollowedLog {
  /** Complete lines so far. Reads on, or starts over in a rewritten file, as JSON always is. */
  read: (
    file: Blob & { readonly name: string },
    onProgress?: (bytes: number, points: number) => void,
  ) => Promise<LogReport>;
}

export function createFollowedLog(mapping: LogMapping = {}): FollowedLog {
  let reading: LogReading | null = null;
  let tail = '';

  return {
    async read(file, onProgress) {
      const end = reading?.bytes() ?? 0;
      const isContinued = reading !== null && file.size >= end && (await textBefore(file, end)) === tail;
      const current = isContinued && reading !== null ? reading : createLogReading(file.name, mapping);
      await current.take(file.slice(current.bytes()).stream(), onProgress);
      const report = current.soFar();
      // Without runs the format may only show later.
      reading = report.runs.length > 0 && !current.isRewritten() ? current : null;
      tail = await textBefore(file, current.bytes());
      return report;
    },
  };
}

async function textBefore(file: Blob, end: number): Promise<string> {
  return await textAt(file, Math.max(0, end - 200), end);
}

function createReader(text: string, isWhole: boolean, name: string, sink: LogSink): FormatReader {
  if (text.trim() === '') throw new UnreadableFileError('The file contains only whitespace.');
  if (runMeans.test(text))
    throw new UnreadableFileError(
      'The file has only means of the whole run. Open trainer_state.json, which has its curves.',
    );
  const encoded = decodeBase64Start(text);
  if (encoded !== null) {
    sink.note('The file is base64; line numbers refer to the decoded text.');
    return decodingReader(createReader(encoded, isWhole, name, sink));
  }
  const wrapped = wrappingKey(text);
  if (wrapped !== null) return unwrappingReader(wrapped, text, isWhole, name, sink);
  const head = { text, shape: shapeOf(text, isWhole) };
  const format = formatOf(head);
  return { format, ...format.create(sink, head, name) };
}

/** `train_results.json` of Transformers */
const runMeans = /^\s*\{(?=[^{}]*"train_runtime")(?![^{}]*"(?:eval_)?loss")[^{}]*\}\s*$/;

/** Key of the text in the objects of a container's log; null for any other file. */
function wrappingKey(text: string): string | null {
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  const keys = readRecord(first);
  if (keys === null) return null;
  if (keys.has('textPayload')) return 'textPayload';
  return keys.has('log') && keys.has('stream') ? 'log' : null;
}

function unwrappingReader(
  key: string,
  text: string,
  isWhole: boolean,
  name: string,
  sink: LogSink,
): FormatReader {
  const lines = text.split('\n').slice(0, isWhole ? undefined : -1);
  const head = lines.map((line) => unwrap(line, key) ?? '').join('');
  const reader = createReader(head, isWhole, name, sink);
  const outer = createLineReader(sink, (line, number) => {
    const inner = unwrap(line, key);
    if (inner !== null) reader.push(inner);
    else if (line.trim() !== '') sink.unread(number, line, `This object has no text “${key}”.`);
  });
  return {
    ...reader,
    lines: outer.lines,
    push: outer.push,
    end() {
      outer.end();
      reader.end();
    },
  };
}

/** Docker keeps the end of the line in the text, Google Cloud does not. */
function unwrap(line: string, key: string): string | null {
  try {
    const record: unknown = JSON.parse(line);
    const text: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, key) : null;
    if (typeof text !== 'string') return null;
    return key === 'log' ? text : `${text}\n`;
  } catch {
    return null;
  }
}

/** Hosted services return results as base64; null for anything else. */
function decodeBase64Start(head: string): string | null {
  const lean = withoutBreaks(head.slice(0, 4096));
  if (lean.length < 24 || !/^[A-Za-z0-9+/]+={0,2}$/.test(lean)) return null;
  const text = createBase64Decoder()(head);
  // A word without spaces is valid base64, too.
  return /^[\t\r\n -~]{12}/.test(text) && !text.includes('\uFFFD') ? text : null;
}

function createBase64Decoder(): (text: string) => string {
  const decoder = new TextDecoder();
  let rest = '';
  return (text) => {
    const all = withoutBreaks(rest + text);
    // A final backslash belongs to the next character.
    const whole = all.length - (all.endsWith('\\') ? 1 : 0);
    const end = whole - (whole % 4);
    rest = all.slice(end);
    const bytes = Uint8Array.from(atob(all.slice(0, end)), (char) => char.charCodeAt(0));
    return decoder.decode(bytes, { stream: true });
  };
}

/** Base64 may be in lines or JSON quotes. */
function withoutBreaks(text: string): string {
  return text.replaceAll(/\s+|"|\\[nr]|\\(?=\/)/g, '');
}

/**
 * Why bytes are not UTF-8 text and what to do, in sentences; null where they may be.
 * @param bytes the file's first ones
 */
function whyNoText(bytes: Uint8Array, name: string): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'The file is in UTF-16, which cannot be read. Save it as UTF-8 and open it again.';
  if (first === 0x1f && second === 0x8b) return 'The file is compressed. Unpack it and open what is inside.';
  if (first === 0x50 && second === 0x4b && bytes[2] === 0x03)
    return 'The file is an archive. Unpack it and open what is inside.';
  if (!bytes.subarray(0, 65_536).includes(0)) return null;
  return name.includes('tfevents')
    ? 'The file is a binary event file. Download it as CSV or JSON from TensorBoard and open that.'
    : 'The file is binary, not text. CSV, JSON, JSON lines and console logs can be read.';
}

function decodingReader(reader: FormatReader): FormatReader {
  const decode = createBase64Decoder();
  return { ...reader, push: (text) => reader.push(decode(text)) };
}
