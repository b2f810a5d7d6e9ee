// A log format: its name, how its head is recognised, and its reader.
import { createLineSplitter, type TextTaker } from './line-splitter.ts';
import type { LogSink } from './log-sink.ts';

/** The beginning of a file, decoded and without a byte order mark. */
export interface LogHead {
  readonly text: string;
  /** `json`: one or more documents; `lines`: an object per line; `table`: a header and rows; `console`: all else. */
  readonly shape: 'json' | 'lines' | 'table' | 'console';
}

/** Puts what it is handed into the sink it was created with. */
export interface LogReader extends TextTaker {
  /** Lines read so far. */
  lines: () => number;
}

/** A format of log files; `formats.ts` lists them all. */
export interface LogFormat {
  /** As it is shown beside the file. */
  readonly name: string;
  /** Whether a file that grows is rewritten, and so must be read again from its start. */
  readonly isRewritten?: boolean;
  /** Message of the UnreadableFileError for a file with neither curves nor columns of numbers; else it is reported as empty. */
  readonly emptyError?: string;
  recognise: (head: LogHead) => boolean;
  /** The reader is pushed the whole text, its head included. */
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
