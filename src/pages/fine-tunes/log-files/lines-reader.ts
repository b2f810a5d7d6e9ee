// JSON lines reader: an object per line.
import { createLineReader, type LogFormat } from './log-format.ts';
import type { LogSink } from './log-sink.ts';
import { createRecordReader, readRecord } from './record-reader.ts';

export const factoryLog: LogFormat = {
  name: 'LLaMA-Factory log, JSON lines',
  recognise: ({ shape, text }) => shape === 'lines' && /"(?:current|total)_steps"/.test(text),
  create: createObjectLineReader,
};

export const jsonLines: LogFormat = {
  name: 'JSON lines',
  recognise: ({ shape }) => shape === 'lines',
  create: createObjectLineReader,
};

function createObjectLineReader(sink: LogSink) {
  const readFigures = createRecordReader(sink);
  return createLineReader(sink, (text, line) => {
    if (text.trim() === '') return;
    const record = readRecord(text);
    const reason = record === null ? 'This object is incomplete.' : readFigures(record, line);
    if (reason !== null) sink.unread(line, text, reason);
  });
}
