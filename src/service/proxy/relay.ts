// Relay of an upstream answer: error, complete JSON, or stream.
import type { IncomingMessage } from 'node:http';
import type { HttpError } from '#service/http/http-error.ts';
import type { UpstreamAddress } from './address.ts';
import { type Exchange, headersBack } from './exchange.ts';
import { breakOff, keyRefused, malformed, redirected } from './failures.ts';
import { redactKey, redactKeyAtCut } from './redact-key.ts';
import { relayStream } from './stream.ts';

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
