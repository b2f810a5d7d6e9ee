// Reads JSON lines: an object a line; a broken line harms no other.
import type { LogSink } from './log-sink.ts';
import { readRecord } from './read-record.ts';
import { createRecordReader } from './record-reader.ts';

/** A reader of lines that hold one object each. */
export function createLinesReader(sink: LogSink): (text: string, line: number) => void {
  const readFigures = createRecordReader(sink);
  return (text, line) => {
    if (text.trim() === '') return;
    const record = readRecord(text);
    const reason = record === null ? 'This is no whole object.' : readFigures(record, line);
    if (reason !== null) sink.unread(line, text, reason);
  };
}
