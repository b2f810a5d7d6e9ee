// Log format interface: name, recognition and reader; lines of chunked text.
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
  /** Takes what it can of the unfinished line, before a report in between. */
  peek?: () => void;
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
): LogReader & Pick<LineSplitter, 'rest'> {
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
  return { ...splitter, lines: () => count };
}

interface TextTaker {
  push: (text: string) => void;
  end: () => void;
}

interface LineSplitter extends TextTaker {
  /** The unfinished line. */
  rest: () => string;
}

/** UTF-16 units. */
export const longestLine = 1 << 20;

interface LineHandlers {
  /**
   * Without its end; numbers from 1. `line` counts LF, CRLF and CR, `row` only LF: a redrawn progress bar is
   * many lines in one row.
   */
  onLine: (text: string, line: number, row: number) => void;
  /** Longer than `longestLine`; has only its beginning. */
  onTooLong: (text: string, line: number, row: number) => void;
}

/** A last line needs no end. */
function createLineSplitter({ onLine, onTooLong }: LineHandlers): LineSplitter {
  let rest = '';
  let [line, row] = [1, 1];
  let isTooLong = false;

  function cut() {
    if (isTooLong) onTooLong(rest, line, row);
    else onLine(rest, line, row);
    rest = '';
    isTooLong = false;
    line += 1;
  }

  function keep(text: string) {
    if (isTooLong) return;
    if (rest.length + text.length > longestLine) isTooLong = true;
    rest = isTooLong ? (rest + text.slice(0, 1000)).slice(0, 1000) : rest + text;
  }

  return {
    rest: () => rest,
    push(text) {
      // A final CR may be half of a CRLF.
      const whole = rest.endsWith('\r') && !isTooLong ? takeRest() + text : text;
      let start = 0;
      let lf = whole.indexOf('\n');
      let cr = whole.indexOf('\r');
      while (lf !== -1 || (cr !== -1 && cr < whole.length - 1)) {
        const isReturn = cr !== -1 && (lf === -1 || cr < lf);
        const end = isReturn ? cr : lf;
        const isPair = isReturn && whole.charCodeAt(cr + 1) === 10;
        keep(whole.slice(start, end));
        cut();
        if (!isReturn || isPair) row += 1;
        start = end + (isPair ? 2 : 1);
        if (lf !== -1 && lf < start) lf = whole.indexOf('\n', start);
        if (cr !== -1 && cr < start) cr = whole.indexOf('\r', start);
      }
      keep(whole.slice(start));
    },
    end() {
      if (rest === '') return;
      if (rest.endsWith('\r')) rest = rest.slice(0, -1);
      cut();
    },
  };

  function takeRest(): string {
    const taken = rest;
    rest = '';
    return taken;
  }
}
