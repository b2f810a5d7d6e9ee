// Server-Sent Events reader: bytes to events, a batch for each read.
import { createParser } from 'eventsource-parser';

/** `name` is null if the service gave none. */
export interface SseEvent {
  readonly name: string | null;
  readonly data: string;
}

/** Everything in a stream besides events. */
export interface SseCounts {
  bytes: number;
  /** Lines that begin with a colon: keep-alives. */
  comments: number;
  /** Lines with a field unknown to the specification. */
  junkLines: number;
  /** Invalid UTF-8 sequences, each shown as U+FFFD. */
  invalidUtf8: number;
}

/** For one stream. Feed it every read in order, then call `end` once. */
interface SseReader {
  readonly counts: Readonly<SseCounts>;
  /** True once an event or a line exceeded the cap; nothing after it can be read. */
  readonly isTooLarge: boolean;
  /** The events completed by this read. Any split of the same bytes gives the same events. */
  feed(bytes: Uint8Array): readonly SseEvent[];
  /** The event still open when the body ended, which the specification discards; null if none was. */
  end(): SseEvent | null;
  /** Byte offset in the whole stream of the event at this position of the latest read. */
  offsetOf(position: number): number;
}

/** Cap for one event or line, in characters. */
const maxEventLength = 8 * 1_024 * 1_024;

/** Never throws on any bytes. */
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
  /** Invalid sequences so far; each became U+FFFD. */
  readonly invalid: number;
  /** The text completed by these bytes, with LF for every CR, LF and CRLF. */
  decode(bytes: Uint8Array): string;
  /** The text of the bytes held back when the stream ended. */
  finish(): string;
}

/** Never throws. */
function createByteText(): ByteText {
  // A decoder that strips the BOM strips a second one too; this one keeps all, and the first is cut off
  // below.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const genuine = createReplacementCounter();
  let invalid = 0;
  let isStart = true;
  let endsWithCr = false;
  let holdsBytes = false;

  const settle = (decoded: string): string => {
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
      // A read that ends in ASCII leaves nothing to hold, and the plain call is four times as fast in Node.
      const last = bytes[bytes.length - 1];
      const leavesBytes = last === undefined ? holdsBytes : last >= 0x80;
      const decoded = decoder.decode(bytes, holdsBytes || leavesBytes ? { stream: true } : undefined);
      holdsBytes = leavesBytes;
      const shown = countReplacements(decoded);
      if (shown > 0) invalid += shown - genuine.count(bytes);
      genuine.remember(bytes);
      return settle(decoded);
    },
    finish() {
      const decoded = decoder.decode();
      invalid += countReplacements(decoded);
      return settle(decoded);
    },
  };
}

function countReplacements(text: string): number {
  let count = 0;
  for (let i = text.indexOf('\u{fffd}'); i !== -1; i = text.indexOf('\u{fffd}', i + 1)) count++;
  return count;
}

/** Counts U+FFFD sent by the service itself (EF BF BD), even if a read begins inside one. */
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
  /** Looks only at the tail of the read. */
  read(bytes: Uint8Array): void;
  /** Byte offset of event `position` of the latest read, of `total` events completed by it. */
  offsetOf(position: number, total: number): number;
}

const lf = 10;
const cr = 13;

function createEventOffsets(): EventOffsets {
  let latest: Uint8Array = new Uint8Array();
  let readStart = 0;
  /** The two bytes before the latest read; a stream begins like a fresh line. */
  let beforeLast = lf;
  let last = lf;
  /** Starts of the blocks open at the start and at the end of the latest read. */
  let openBefore = 0;
  let openAfter = 0;

  const byteAt = (i: number): number | undefined => (i >= 0 ? latest[i] : i === -1 ? last : beforeLast);
  /** True if a line end at this position ends an empty line. */
  const endsBlock = (i: number): boolean => {
    const before = byteAt(i) === lf && byteAt(i - 1) === cr ? byteAt(i - 2) : byteAt(i - 1);
    return before === lf || before === cr;
  };
  /** True for a CR that is the first half of a CRLF. */
  const isHalf = (i: number): boolean => byteAt(i) === cr && byteAt(i + 1) === lf;

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
        if ((byte === lf || byte === cr) && !isHalf(i) && endsBlock(i)) {
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
        if ((byte !== lf && byte !== cr) || isHalf(i)) continue;
        isLineStart = true;
        if (!endsBlock(i)) continue;
        if (start !== null && hasData) later.push(start);
        start = readStart + i + 1;
        hasData = false;
      }
      // The block open at the start of the read is an event if the later ones do not account for all.
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
