// Log format interface: name, recognition, and reader.
import { createLineSplitter, type TextTaker } from './line-splitter.ts';
import type { LogSink } from './log-sink.ts';

/** Decoded, without a byte order mark. */
export interface LogHead {
  readonly text: string;
  /** `json`: documents; `lines`: an object per line; `table`: header and rows; `console`: all else. */
  readonly shape: 'json' | 'lines' | 'table' | 'console';
}

export interface LogReader extends TextTaker {
  /** Read so far. */
  lines: () => number;
}

export interface LogFormat {
  readonly name: string;
  /** Growth rewrites the file: read it again from the start. */
  readonly isRewritten?: boolean;
  /** Message of the UnreadableFileError for a file without numbers; if absent, it is reported as empty. */
  readonly emptyError?: string;
  recognise: (head: LogHead) => boolean;
  /** The reader gets the whole text, including the head. */
  create: (sink: LogSink, head: LogHead, fileName: string) => LogReader;
}

/** @param countsRows whether redrawings of a progress bar count as one line */
export function createLineReader(
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
  return { lines: () => count, push: splitter.push, end: splitter.end };
}
