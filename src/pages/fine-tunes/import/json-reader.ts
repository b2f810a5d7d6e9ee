// Reads JSON of any size while it comes: only the object that is open is held, and what is cut off at the end costs no more.
import type { TextTaker } from './line-splitter.ts';
import type { LogSink } from './log-sink.ts';
import { readRecord } from './read-record.ts';

/** An object or a list that is open, with its own text: values inside it are left out. */
interface Frame {
  readonly kind: '{' | '[';
  readonly line: number;
  text: string;
  hasInner: boolean;
}

interface JsonHandlers {
  /** An object has ended; its own scalars. @returns why a part could not be read, or null */
  onObject: (record: ReadonlyMap<string, string>, line: number) => string | null;
  /** A list without lists or objects in it has ended; its text with brackets. */
  onList: (text: string, line: number) => void;
}

/** Longest text of one object's own scalars. */
const longestFrame = 1 << 16;
/** Brackets deeper than this are only counted. */
const deepest = 64;

/** A reader of one JSON document, or of several one after another; objects are handed over from the inside out. */
export function createJsonReader(
  sink: LogSink,
  { onObject, onList }: JsonHandlers,
): TextTaker & { lines: () => number } {
  const frames: Frame[] = [];
  let [line, tooDeep] = [1, 0];
  /** The quote of an open string, and whether a backslash was the last sign of the text before. */
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

  /** Up to and with the next sign of structure. @returns where to go on */
  function takeOutside(text: string, at: number): number {
    structure.lastIndex = at;
    const match = structure.exec(text);
    const end = match?.index ?? text.length;
    append(text.slice(at, end));
    const sign = match?.[0];
    if (sign === undefined) return text.length;
    if (sign === '\n') line += 1;
    else if (sign === '{' || sign === '[') open(sign);
    else if (sign === '}' || sign === ']') close(sign);
    else {
      append(sign);
      quote = sign;
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
    const sign = match?.[0] ?? '';
    append(text.slice(at, end));
    if (sign === '\n') {
      sink.unread(line, frames.at(-1)?.text ?? '', 'A text has no end.');
      line += 1;
      append(quote);
      quote = '';
    } else append(sign);
    if (sign === '\\') isEscaped = true;
    if (sign === quote) quote = '';
    return end + 1;
  }

  function append(text: string) {
    const frame = tooDeep > 0 ? undefined : frames.at(-1);
    if (frame !== undefined && frame.text.length <= longestFrame)
      frame.text += text.length > longestFrame ? text.slice(0, longestFrame + 1) : text;
  }

  function open(kind: '{' | '[') {
    const outer = frames.at(-1);
    if (outer !== undefined) outer.hasInner = true;
    if (frames.length >= deepest) tooDeep += 1;
    else frames.push({ kind, line, text: kind, hasInner: false });
  }

  function close(sign: '}' | ']') {
    if (tooDeep > 0) {
      tooDeep -= 1;
      return;
    }
    const frame = frames.pop();
    if (frame === undefined || frame.kind !== (sign === '}' ? '{' : '[')) {
      sink.unread(line, frame?.text ?? sign, `A “${sign}” closes nothing.`);
      return;
    }
    if (frame.kind === '[') {
      if (!frame.hasInner) onList(`${frame.text}]`, frame.line);
    } else readObject(frame);
    // What was inside is nothing for the value around it, but a place.
    append('null');
  }

  function readObject(frame: Frame) {
    const isWhole = frame.text.length <= longestFrame;
    const record = isWhole ? readRecord(`${frame.text}}`) : null;
    const broken = isWhole ? 'This object could not be read.' : 'This object is too long.';
    const reason = record === null ? broken : onObject(record, frame.line);
    if (reason !== null) sink.unread(frame.line, frame.text, reason);
  }
}

const structure = /["'{}[\]\n]/g;
const doubleStops = /["\\\n]/g;
const singleStops = /['\\\n]/g;
