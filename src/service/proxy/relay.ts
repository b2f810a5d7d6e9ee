// Relay of an upstream answer: error, JSON, or stream byte for byte.
import type { IncomingMessage } from 'node:http';
import type { HttpError } from '#service/http/http-error.ts';
import { sseEvent } from '#service/http/operation.ts';
import { type UpstreamAddress, redactKey, redactKeyAtCut } from './address.ts';
import {
  type Exchange,
  responseHeaders,
  streamError,
  keyRefused,
  malformed,
  redirected,
  ClientLeft,
  Closing,
  codeOf,
} from './exchange.ts';

const errorLimit = { bytes: 64 * 1024, withinMs: 5_000 };
/** The metrics of a long fine-tune: read here first, the first byte of 12 MB would reach the page 40 ms later. */
const heldJsonBytes = 1024 * 1024;
const withoutBody: ReadonlySet<number> = new Set([204, 205]);

interface RelayParts {
  readonly address: UpstreamAddress;
  /** False for HEAD. */
  readonly withBody: boolean;
  readonly onInterrupted: (cause: string) => void;
}

/**
 * Relays the start of an error, JSON once complete unless it is long, the rest as it arrives. Throws HttpError for what
 * must not be relayed.
 */
export async function relay(exchange: Exchange, parts: RelayParts): Promise<Response> {
  const { incoming, end } = exchange;
  const { host, key } = parts.address;
  const rejection = rejectionOf(exchange, parts.address);
  const status = incoming.statusCode ?? 0;
  if (rejection !== null || !parts.withBody || withoutBody.has(status)) {
    end(new Error('The body is not needed.'));
    if (rejection !== null) throw rejection;
    return new Response(null, { status, headers: responseHeaders(incoming.headers, key) });
  }
  const headers = responseHeaders(incoming.headers, key);
  if (status >= 400) return bodyResponse(await readStart(incoming, errorLimit), key, { status, headers });
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    const body = await readWhole(incoming, heldJsonBytes).catch((error: unknown) => {
      throw streamError(error, host);
    });
    if (body.isWhole) return bodyResponse(body, key, { status, headers });
    incoming.unshift(body.bytes);
  }
  const isEventStream = type.startsWith('text/event-stream');
  const stream = relayStream(exchange, { host, key, isEventStream, onInterrupted: parts.onInterrupted });
  return new Response(stream, { status, headers });
}

function bodyResponse({ bytes, isWhole }: ReadBody, key: string | null, head: ResponseInit): Response {
  const clean = isWhole ? redactKey(bytes, key) : redactKeyAtCut(bytes, key);
  return new Response(new Uint8Array(clean), head);
}

function rejectionOf({ incoming }: Exchange, { host, key }: UpstreamAddress): HttpError | null {
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

/** Up to the limit and the end of its piece; the connection stays. Throws if interrupted. */
export async function readWhole(incoming: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const parts: Buffer[] = [];
  const isWhole = await gather(parts, maxBytes, incoming.iterator({ destroyOnReturn: false }));
  return { bytes: Buffer.concat(parts), isWhole };
}

/** Up to the limits. Never throws. */
export async function readStart(
  incoming: IncomingMessage,
  { bytes: maxBytes, withinMs }: { readonly bytes: number; readonly withinMs: number },
): Promise<ReadBody> {
  const parts: Buffer[] = [];
  const timer = setTimeout(() => incoming.destroy(), withinMs);
  try {
    const isWhole = await gather(parts, maxBytes, incoming.iterator({ destroyOnReturn: true }));
    return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole };
  } catch {
    return { bytes: Buffer.concat(parts), isWhole: false };
  } finally {
    clearTimeout(timer);
  }
}

/** False if there is more than the limit. */
async function gather(parts: Buffer[], maxBytes: number, pieces: AsyncIterable<unknown>): Promise<boolean> {
  let size = 0;
  for await (const piece of pieces) {
    if (!Buffer.isBuffer(piece)) continue;
    parts.push(piece);
    size += piece.length;
    if (size > maxBytes) return false;
  }
  return true;
}

export interface StreamParts {
  readonly host: string;
  readonly key: string | null;
  readonly isEventStream: boolean;
  readonly onInterrupted: (cause: string) => void;
}

/**
 * Goes no faster than the reader, and disconnects with it. An interrupted stream ends with an ErrorData event instead
 * of [DONE], or fails where no event is possible.
 */
export function relayStream({ incoming, end }: Exchange, parts: StreamParts): ReadableStream<Uint8Array> {
  const framing = parts.isEventStream ? new EventFraming(parts.key) : new KeyFraming(parts.key);
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const emit = (bytes: Buffer) => {
        if (bytes.length === 0) return;
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      };
      const fail = (error: unknown) => {
        if (isOver) return;
        isOver = true;
        const last = framing.isDone ? null : finalEvent(error, framing, parts);
        if (last instanceof Error) return controller.error(last);
        if (last !== null) controller.enqueue(last);
        controller.close();
      };
      incoming.on('data', (bytes: Buffer) => {
        if (!isOver) emit(framing.take(bytes));
      });
      incoming.on('end', () => {
        if (isOver) return;
        isOver = true;
        emit(framing.rest());
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

function finalEvent(
  error: unknown,
  framing: Pick<EventFraming, 'isBetweenEvents'>,
  parts: StreamParts,
): Uint8Array | Error {
  const isOurs = error instanceof ClientLeft || error instanceof Closing;
  if (!isOurs) parts.onInterrupted(codeOf(error) ?? 'unknown');
  const canSendEvent = parts.isEventStream && framing.isBetweenEvents;
  return canSendEvent
    ? Buffer.from(sseEvent(streamError(error, parts.host).body()))
    : new Error('The answer broke off.');
}

/** Of what has no events: holds back only bytes in which the key may begin. */
class KeyFraming {
  readonly isBetweenEvents = false;
  readonly isDone = false;
  readonly #key: string | null;
  #held: Buffer = Buffer.alloc(0);

  constructor(key: string | null) {
    this.#key = key;
  }

  take(bytes: Buffer): Buffer {
    if (this.#key === null) return bytes;
    const clean = redactKey(Buffer.concat([this.#held, bytes]), this.#key);
    const end = Math.max(0, clean.length - this.#key.length);
    this.#held = clean.subarray(end);
    return clean.subarray(0, end);
  }

  rest(): Buffer {
    return this.#held;
  }
}

/** Larger events are passed on in pieces. */
const largestHeld = 256 * 1024;
const blankLines = [Buffer.from('\n\n'), Buffer.from('\r\r'), Buffer.from('\n\r')];
const lf = 0x0a;
const done = /(?:^|[\r\n])data: ?\[DONE\][\r\n]*$/u;

/**
 * Holds back incomplete events: they are useless to readers, and no error event could follow. The key contains no line
 * end, so a blank line never splits it.
 */
export class EventFraming {
  readonly #key: string | null;
  #held: Buffer = Buffer.alloc(0);
  /** Whether another event can follow. */
  isBetweenEvents = true;
  isDone = false;

  constructor(key: string | null) {
    this.#key = key;
  }

  take(bytes: Buffer): Buffer {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const end = endOfLastEvent(all);
    if (end > 0) {
      this.isBetweenEvents = true;
      return this.#emit(all, end);
    }
    // Redacted before the cut, which may lie inside a key; the last bytes stay, since a key may begin in them.
    if (all.length > largestHeld) {
      this.isBetweenEvents = false;
      const clean = redactKey(all, this.#key);
      return this.#emit(clean, Math.max(0, clean.length - (this.#key?.length ?? 0)));
    }
    this.#held = all;
    return Buffer.alloc(0);
  }

  rest(): Buffer {
    return this.#emit(this.#held, this.#held.length);
  }

  #emit(all: Buffer, end: number): Buffer {
    this.#held = all.subarray(end);
    const part = all.subarray(0, end);
    this.isDone = done.test(part.subarray(-32).toString('latin1'));
    return redactKey(part, this.#key);
  }
}

/** 0 if there is none. */
function endOfLastEvent(bytes: Buffer): number {
  const starts = blankLines.map((blank) => bytes.lastIndexOf(blank));
  const start = Math.max(...starts);
  if (start < 0) return 0;
  const end = start + 2;
  return bytes[end] === lf ? end + 1 : end;
}
