// Server-Sent Events reader: bytes to events, a batch for each read.
import { createParser } from 'eventsource-parser';

export interface SseEvent {
  readonly name: string | null;
  readonly data: string;
}

export interface SseCounts {
  bytes: number;
  /** Lines that begin with a colon. */
  comments: number;
  /** Fields unknown to the specification. */
  junkLines: number;
  /** Sequences, each shown as U+FFFD. */
  invalidUtf8: number;
}

/** For one stream: feed it every read, then call `end` once. */
interface SseReader {
  readonly counts: Readonly<SseCounts>;
  /** An event or a line exceeded the cap; nothing after it is read. */
  readonly isTooLarge: boolean;
  /** Events completed by this read; how the bytes are split does not matter. */
  feed(bytes: Uint8Array): readonly SseEvent[];
  /** The event still open at the end, which the specification discards; null if none. */
  end(): SseEvent | null;
  /** Byte offset in the stream of the event at this position of the latest read. */
  offsetOf(position: number): number;
}

const maxEventLength = 8 * 1_024 * 1_024;

/** Never throws. */
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
      // Older llama.cpp servers send an error as its own field.
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

interface ByteText {
  readonly invalid: number;
  /** With LF for every CR, LF and CRLF. */
  decode(bytes: Uint8Array): string;
  finish(): string;
}

function createByteText(): ByteText {
  // A decoder that strips the BOM strips a second one too: keep all, cut off the first below.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const sentReplacements = createReplacementCounter();
  let invalid = 0;
  let isStart = true;
  let endsWithCr = false;
  let holdsBytes = false;

  const normalize = (decoded: string): string => {
    let text = decoded;
    if (text === '') return text;
    if (isStart && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    isStart = false;
    const continuesCrLf = endsWithCr && text.charCodeAt(0) === 10;
    if (text !== '') endsWithCr = text.charCodeAt(text.length - 1) === 13;
    if (continuesCrLf) text = text.slice(1);
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  };

  return {
    get invalid() {
      return invalid;
    },
    decode(bytes) {
      // After ASCII there is nothing to hold, and the plain call is four times as fast in Node.
      const last = bytes[bytes.length - 1];
      const leavesBytes = last === undefined ? holdsBytes : last >= 0x80;
      const decoded = decoder.decode(bytes, holdsBytes || leavesBytes ? { stream: true } : undefined);
      holdsBytes = leavesBytes;
      const shown = countReplacements(decoded);
      if (shown > 0) invalid += shown - sentReplacements.count(bytes);
      sentReplacements.remember(bytes);
      return normalize(decoded);
    },
    finish() {
      const decoded = decoder.decode();
      invalid += countReplacements(decoded);
      return normalize(decoded);
    },
  };
}

function countReplacements(text: string): number {
  let count = 0;
  for (let i = text.indexOf('\u{fffd}'); i !== -1; i = text.indexOf('\u{fffd}', i + 1)) count++;
  return count;
}

/** U+FFFD sent by the service itself (EF BF BD), even if split between reads. */
function createReplacementCounter() {
  let before = -1;
  let last = -1;
  return {
    count(bytes: Uint8Array): number {
      let count = 0;
      for (let i = bytes.indexOf(0xbd); i !== -1; i = bytes.indexOf(0xbd, i + 1)) {
        const middle = i >= 1 ? bytes[i - 1] : last;
        const first = i >= 2 ? bytes[i - 2] : i === 1 ? last : before;
        if (first === 0xef && middle === 0xbf) count++;
      }
      return count;
    },
    remember(bytes: Uint8Array): void {
      if (bytes.length === 0) return;
      before = bytes[bytes.length - 2] ?? last;
      last = bytes[bytes.length - 1] ?? last;
    },
  };
}

interface EventOffsets {
  read(bytes: Uint8Array): void;
  /** Of event `position` among the `total` that the latest read completed. */
  offsetOf(position: number, total: number): number;
}

const lf = 10;
const cr = 13;

function createEventOffsets(): EventOffsets {
  let latest: Uint8Array = new Uint8Array();
  let readStart = 0;
  /** Bytes before the latest read; a stream begins like a fresh line. */
  let beforeLast = lf;
  let last = lf;
  /** Starts of the blocks open before and after the latest read. */
  let openBefore = 0;
  let openAfter = 0;

  const byteAt = (i: number): number | undefined => (i >= 0 ? latest[i] : i === -1 ? last : beforeLast);
  const endsBlock = (i: number): boolean => {
    const before = byteAt(i) === lf && byteAt(i - 1) === cr ? byteAt(i - 2) : byteAt(i - 1);
    return before === lf || before === cr;
  };
  const isCrOfCrLf = (i: number): boolean => byteAt(i) === cr && byteAt(i + 1) === lf;

  return {
    read(bytes) {
      const tail = byteAt(latest.length - 2) ?? lf;
      last = byteAt(latest.length - 1) ?? lf;
      beforeLast = tail;
      readStart += latest.length;
      latest = bytes;
      openBefore = openAfter;
      for (let i = bytes.length - 1; i >= 0; i--) {
        const byte = bytes[i];
        if ((byte === lf || byte === cr) && !isCrOfCrLf(i) && endsBlock(i)) {
          openAfter = readStart + i + 1;
          return;
        }
      }
    },
    offsetOf(position, total) {
      const later: number[] = [];
      let start: number | null = null;
      let hasData = false;
      let isLineStart = false;
      for (let i = 0; i < latest.length; i++) {
        const byte = latest[i];
        if (isLineStart && byte === 100 && isData(latest, i)) hasData = true;
        isLineStart = false;
        if ((byte !== lf && byte !== cr) || isCrOfCrLf(i)) continue;
        isLineStart = true;
        if (!endsBlock(i)) continue;
        if (start !== null && hasData) later.push(start);
        start = readStart + i + 1;
        hasData = false;
      }
      // The block open before the read is an event if the later ones do not account for all.
      const all = later.length < total ? [openBefore, ...later] : later;
      return all[position] ?? openBefore;
    },
  };
}

function isData(bytes: Uint8Array, i: number): boolean {
  const after = bytes[i + 4];
  return (
    bytes[i + 1] === 97 &&
    bytes[i + 2] === 116 &&
    bytes[i + 3] === 97 &&
    (after === 58 || after === lf || after === cr)
  );
}
