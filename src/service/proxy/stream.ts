// A stream of a hosted service, handed on byte for byte as it comes, with an honest end where it breaks off.
import type { HttpError } from '#service/http/http-error.ts';
import type { Exchange } from './exchange.ts';
import { breakOff, ClientLeft, codeOf } from './failures.ts';
import { strikeKey } from './redact-key.ts';

/** What a stream needs to know besides its bytes. */
export interface StreamParts {
  readonly host: string;
  readonly key: string | null;
  /** Whether an error can be said as an event. */
  readonly isEventStream: boolean;
  /** Hears the cause of a stream that broke off: a word such as ECONNRESET. */
  readonly onBreakOff: (cause: string) => void;
}

/**
 * The body of the answer. The hosted service is read only as fast as the reader takes it, and left when the reader
 * goes. Where it breaks off, an ErrorData event ends the stream, without [DONE]; where no event can be said, the
 * stream fails.
 */
export function relayStream({ incoming, end }: Exchange, parts: StreamParts): ReadableStream<Uint8Array> {
  const framing = new EventFraming(parts.key);
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const handOn = (bytes: Buffer) => {
        if (bytes.length === 0) return;
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      };
      const fail = (error: unknown) => {
        if (isOver) return;
        isOver = true;
        const last = framing.isDone ? null : lastWord(error, framing, parts);
        if (last instanceof Error) return controller.error(last);
        if (last !== null) controller.enqueue(last);
        controller.close();
      };
      incoming.on('data', (bytes: Buffer) => {
        if (!isOver) handOn(framing.take(bytes));
      });
      incoming.on('end', () => {
        if (isOver) return;
        isOver = true;
        handOn(framing.rest());
        controller.close();
      });
      incoming.on('error', fail);
      incoming.on('close', () => fail(new Error('The connection was closed.')));
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isOver = true;
      end(new ClientLeft());
    },
  });
}

/** The event that says why a stream has broken off, or the error to fail with where no event can be said. */
function lastWord(error: unknown, framing: EventFraming, parts: StreamParts): Uint8Array | Error {
  if (!(error instanceof ClientLeft)) parts.onBreakOff(codeOf(error) ?? 'of no known kind');
  const canBeSaid = parts.isEventStream && framing.isBetweenEvents;
  return canBeSaid ? eventOf(breakOff(error, parts.host)) : new Error('The answer broke off.');
}

function eventOf(refusal: HttpError): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(refusal.body())}\n\n`);
}

/** An event larger than this is handed on in pieces. */
const largestHeld = 256 * 1024;
const blankLines = [Buffer.from('\n\n'), Buffer.from('\r\r'), Buffer.from('\n\r')];
const lf = 0x0a;
const done = /(?:^|[\r\n])data: ?\[DONE\][\r\n]*$/u;

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
    if (all.length > largestHeld) {
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
    this.#isDone = done.test(part.subarray(-32).toString('latin1'));
    return strikeKey(part, this.#key);
  }
}

/** The place behind the last blank line; 0 where there is none. */
function endOfLastEvent(bytes: Buffer): number {
  const starts = blankLines.map((blank) => bytes.lastIndexOf(blank));
  const start = Math.max(...starts);
  if (start < 0) return 0;
  const end = start + 2;
  return bytes[end] === lf ? end + 1 : end;
}
