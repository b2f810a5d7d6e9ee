// Bytes to events: Server-Sent Events as the specification frames them, a batch for each read.
import { createParser } from 'eventsource-parser';
import { createByteText } from './byte-text.ts';
import { createEventOffsets } from './event-offsets.ts';

/** One event. `name` is null where the service gave none. */
export interface SseEvent {
  readonly name: string | null;
  readonly data: string;
}

/** What was in a stream besides events. */
export interface SseCounts {
  bytes: number;
  /** Lines that begin with a colon: keep-alives. */
  comments: number;
  /** Lines with a field that the specification does not know. */
  junkLines: number;
  /** Invalid UTF-8 sequences, each shown as U+FFFD. */
  invalidUtf8: number;
}

/** Reads one stream. Feed it every read in order, then call `end` once. */
export interface SseReader {
  readonly counts: Readonly<SseCounts>;
  /** True once an event or a line was larger than the cap; nothing after it can be read. */
  readonly isTooLarge: boolean;
  /** All events that this read completed. Any split of the same bytes gives the same events. */
  feed(bytes: Uint8Array): readonly SseEvent[];
  /** The event that was still open when the body ended; the specification discards it. Null where none was. */
  end(): SseEvent | null;
  /** Where in the whole stream, in bytes, the event at this position of the latest read begins. */
  offsetOf(position: number): number;
}

/** An event, or a line, may hold this many characters. */
const maxEventLength = 8 * 1_024 * 1_024;

/** A reader for one stream. Never throws on any bytes. */
export function createSseReader(): SseReader {
  const counts: SseCounts = { bytes: 0, comments: 0, junkLines: 0, invalidUtf8: 0 };
  let batch: SseEvent[] = [];
  let isTooLarge = false;
  const text = createByteText();
  const offsets = createEventOffsets();
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: ({ event, data }) => {
      if (data.length > maxEventLength) isTooLarge = true;
      else if (!isTooLarge) batch.push({ name: event ?? null, data });
    },
    onComment: () => {
      counts.comments++;
    },
    onError: ({ type, field, value }) => {
      if (type === 'max-buffer-size-exceeded') isTooLarge = true;
      // Older llama.cpp servers send an error as a field of its own.
      else if (field === 'error') batch.push({ name: 'error', data: value ?? '' });
      else counts.junkLines++;
    },
  });
  // The parser would strip three Latin-1 characters from its first feed; ours is text already.
  parser.feed('');

  const feedText = (chunk: string) => {
    if (!isTooLarge && chunk !== '') parser.feed(chunk);
  };

  return {
    counts,
    get isTooLarge() {
      return isTooLarge;
    },
    feed(bytes) {
      batch = [];
      counts.bytes += bytes.length;
      offsets.read(bytes);
      feedText(text.decode(bytes));
      counts.invalidUtf8 = text.invalid;
      return batch;
    },
    end() {
      batch = [];
      feedText(text.finish());
      counts.invalidUtf8 = text.invalid;
      feedText('\n\n');
      return batch.at(-1) ?? null;
    },
    offsetOf: (position) => offsets.offsetOf(position, batch.length),
  };
}
