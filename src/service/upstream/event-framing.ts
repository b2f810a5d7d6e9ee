// Cuts a stream of bytes behind its last whole event, so that an error can be said in one of its own.
import { strikeKey } from './key-guard.ts';

/** An event larger than this is handed on in pieces. */
const LARGEST_HELD = 256 * 1024;
const BLANK_LINES = [Buffer.from('\n\n'), Buffer.from('\r\r'), Buffer.from('\n\r')];
const LF = 0x0a;
const DONE = /(?:^|[\r\n])data: ?\[DONE\][\r\n]*$/u;

/**
 * Hands on what came up to the last blank line, at once and unchanged, and holds the beginning of an event that is not
 * whole yet: no reader could use it, and after it nothing else could be said. The key, which has no line end in it,
 * is never split by this, and is struck.
 */
export class EventFraming {
  readonly #key: string | null;
  #held: Buffer = Buffer.alloc(0);
  #isBetweenEvents = true;
  #isDone = false;

  constructor(key: string | null) {
    this.#key = key;
  }

  /** Whether what was handed on ends with a whole event, so that another can follow. */
  get isBetweenEvents(): boolean {
    return this.#isBetweenEvents;
  }

  /** Whether the last event that was handed on is [DONE]. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** What can be handed on now that these bytes have come; may be empty. */
  take(bytes: Buffer): Buffer {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const end = endOfLastEvent(all);
    if (end > 0) {
      this.#isBetweenEvents = true;
      return this.#handOn(all, end);
    }
    // With the last bytes held back, a key that lies across two pieces is still found.
    if (all.length > LARGEST_HELD) {
      this.#isBetweenEvents = false;
      return this.#handOn(all, all.length - (this.#key?.length ?? 0));
    }
    this.#held = all;
    return Buffer.alloc(0);
  }

  /** What is left when the stream has ended by itself. */
  rest(): Buffer {
    return this.#handOn(this.#held, this.#held.length);
  }

  #handOn(all: Buffer, end: number): Buffer {
    this.#held = all.subarray(end);
    const part = all.subarray(0, end);
    this.#isDone = DONE.test(part.subarray(-32).toString('latin1'));
    return strikeKey(part, this.#key);
  }
}

/** The place behind the last blank line; 0 where there is none. */
function endOfLastEvent(bytes: Buffer): number {
  const starts = BLANK_LINES.map((blank) => bytes.lastIndexOf(blank));
  const start = Math.max(...starts);
  if (start < 0) return 0;
  const end = start + 2;
  return bytes[end] === LF ? end + 1 : end;
}
