// Stream relay, byte for byte, with an error event if the upstream breaks off.
import type { HttpError } from '#service/http/http-error.ts';
import type { Exchange } from './exchange.ts';
import { breakOff, ClientLeft, codeOf } from './failures.ts';
import { redactKey } from './redact-key.ts';

export interface StreamParts {
  readonly host: string;
  readonly key: string | null;
  /** Whether errors can be sent as an event. */
  readonly isEventStream: boolean;
  /** Receives the cause when a stream breaks off, such as ECONNRESET. */
  readonly onBreakOff: (cause: string) => void;
}

/**
 * Backpressure: reads only as fast as the reader does, and disconnects with it. If the upstream breaks off, ends with
 * an ErrorData event instead of [DONE]; if no event is possible, the stream fails.
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

/** The final error event, or the error to fail with where no event is possible. */
function lastWord(error: unknown, framing: EventFraming, parts: StreamParts): Uint8Array | Error {
  if (!(error instanceof ClientLeft)) parts.onBreakOff(codeOf(error) ?? 'unknown');
  const canBeSaid = parts.isEventStream && framing.isBetweenEvents;
  return canBeSaid ? eventOf(breakOff(error, parts.host)) : new Error('The answer broke off.');
}

function eventOf(refusal: HttpError): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(refusal.body())}\n\n`);
}

/** Larger events are passed on in pieces. */
const largestHeld = 256 * 1024;
const blankLines = [Buffer.from('\n\n'), Buffer.from('\r\r'), Buffer.from('\n\r')];
const lf = 0x0a;
const done = /(?:^|[\r\n])data: ?\[DONE\][\r\n]*$/u;

/**
 * Passes on everything up to the last blank line, unchanged, and holds back an incomplete event: it is useless to
 * readers, and no error event could follow it. The key contains no line end, so it is never split at a blank line and
 * always redacted.
 */
export class EventFraming {
  readonly #key: string | null;
  #held: Buffer = Buffer.alloc(0);
  #isBetweenEvents = true;
  #isDone = false;

  constructor(key: string | null) {
    this.#key = key;
  }

  /** Whether the output ends with a complete event, so that another can follow. */
  get isBetweenEvents(): boolean {
    return this.#isBetweenEvents;
  }

  /** Whether the last complete event is [DONE]. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The output after these bytes; may be empty. */
  take(bytes: Buffer): Buffer {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const end = endOfLastEvent(all);
    if (end > 0) {
      this.#isBetweenEvents = true;
      return this.#handOn(all, end);
    }
    // The last bytes are held back, so that a key across two pieces is still found.
    if (all.length > largestHeld) {
      this.#isBetweenEvents = false;
      return this.#handOn(all, all.length - (this.#key?.length ?? 0));
    }
    this.#held = all;
    return Buffer.alloc(0);
  }

  /** The rest after a normal end of the stream. */
  rest(): Buffer {
    return this.#handOn(this.#held, this.#held.length);
  }

  #handOn(all: Buffer, end: number): Buffer {
    this.#held = all.subarray(end);
    const part = all.subarray(0, end);
    this.#isDone = done.test(part.subarray(-32).toString('latin1'));
    return redactKey(part, this.#key);
  }
}

/** The position after the last blank line; 0 if there is none. */
function endOfLastEvent(bytes: Buffer): number {
  const starts = blankLines.map((blank) => bytes.lastIndexOf(blank));
  const start = Math.max(...starts);
  if (start < 0) return 0;
  const end = start + 2;
  return bytes[end] === lf ? end + 1 : end;
}
