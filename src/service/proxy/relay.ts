// Relay of an upstream answer: error, JSON, or stream byte for byte.
import type { IncomingMessage } from 'node:http';
import type { HttpError } from '#service/http/http-error.ts';
import { type UpstreamAddress, redactKey, redactKeyAtCut } from './address.ts';
import { type Exchange, headersBack } from './exchange.ts';
import { breakOff, keyRefused, malformed, redirected, ClientLeft, codeOf } from './failures.ts';

/** Errors are cut at these limits. */
const errorLimit = { bytes: 64 * 1024, withinMs: 5_000 };
const jsonLimitBytes = 32 * 1024 * 1024;
const withoutBody: ReadonlySet<number> = new Set([204, 205]);

interface RelayParts {
  readonly address: UpstreamAddress;
  /** False for HEAD requests. */
  readonly withBody: boolean;
  /** Receives the cause when a stream breaks off, such as ECONNRESET. */
  readonly onBreakOff: (cause: string) => void;
}

/**
 * Relays an error with its status and the start of its body, JSON once it is complete, and everything else as it
 * arrives. Throws HttpError for an answer that must not be relayed.
 */
export async function relay(exchange: Exchange, parts: RelayParts): Promise<Response> {
  const { incoming, end } = exchange;
  const { host, key } = parts.address;
  const refusal = refusalOf(exchange, parts.address);
  const status = incoming.statusCode ?? 0;
  if (refusal !== null || !parts.withBody || withoutBody.has(status)) {
    end(new Error('The body is not needed.'));
    if (refusal !== null) throw refusal;
    return new Response(null, { status, headers: headersBack(incoming.headers, key) });
  }
  const headers = headersBack(incoming.headers, key);
  if (status >= 400) return whole(await readStart(incoming, errorLimit), key, { status, headers });
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    const body = await readWhole(incoming, jsonLimitBytes).catch((error: unknown) => {
      throw breakOff(error, host);
    });
    if (!body.isWhole) throw malformed(host, 'larger than 32 MiB');
    return whole(body, key, { status, headers });
  }
  const isEventStream = type.startsWith('text/event-stream');
  const stream = relayStream(exchange, { host, key, isEventStream, onBreakOff: parts.onBreakOff });
  return new Response(stream, { status, headers });
}

function whole({ bytes, isWhole }: ReadBody, key: string | null, head: ResponseInit): Response {
  const clean = isWhole ? redactKey(bytes, key) : redactKeyAtCut(bytes, key);
  return new Response(new Uint8Array(clean), head);
}

/** Why an answer must not be relayed, or null. */
function refusalOf({ incoming }: Exchange, { host, key }: UpstreamAddress): HttpError | null {
  const status = incoming.statusCode ?? 0;
  if (status === 401) return keyRefused(host, key !== null);
  if (status >= 300 && status < 400) return redirected(host);
  if (status < 200 || status > 599) return malformed(host, 'without a status that HTTP knows');
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? null : malformed(host, 'encoded in a way that was not asked for');
}

interface ReadBody {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** Reads to the end or to the limit. Throws if the body breaks off. */
export async function readWhole(incoming: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of piecesOf(incoming)) {
    parts.push(part);
    size += part.length;
    if (size > maxBytes) return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole: false };
  }
  return { bytes: Buffer.concat(parts), isWhole: true };
}

/** Reads what arrives within these bytes and milliseconds. Never throws: returns what it has. */
export async function readStart(
  incoming: IncomingMessage,
  { bytes: maxBytes, withinMs }: { readonly bytes: number; readonly withinMs: number },
): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => incoming.destroy(), withinMs);
  try {
    for await (const part of piecesOf(incoming)) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) break;
    }
  } catch {
    return { bytes: Buffer.concat(parts), isWhole: false };
  } finally {
    clearTimeout(timer);
  }
  return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole: size <= maxBytes };
}

/** Leaving the loop closes the connection. */
async function* piecesOf(incoming: IncomingMessage): AsyncGenerator<Buffer, void> {
  const pieces: AsyncIterable<unknown> = incoming;
  for await (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
  }
}

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
