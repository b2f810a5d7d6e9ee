// From the header of a hosted service's answer to the answer that is given here.
import type { IncomingMessage } from 'node:http';
import type { HttpError } from '#service/http/http-error.ts';
import type { UpstreamAddress } from './address.ts';
import { type Exchange, headersBack } from './exchange.ts';
import { breakOff, keyRefused, malformed, redirected } from './failures.ts';
import { strikeKey, strikeKeyAtCut } from './redact-key.ts';
import { relayStream } from './stream.ts';

/** An error says what it has to say within this. */
const errorLimit = { bytes: 64 * 1024, withinMs: 5_000 };
const jsonLimitBytes = 32 * 1024 * 1024;
const withoutBody: ReadonlySet<number> = new Set([204, 205]);

/** Whom the answer is from, and who hears how it ended. */
interface RelayParts {
  readonly address: UpstreamAddress;
  /** Whether the body is wanted; a HEAD request does without. */
  readonly withBody: boolean;
  /** Hears the cause of a stream that broke off: a word such as ECONNRESET. */
  readonly onBreakOff: (cause: string) => void;
}

/**
 * Hands an answer on: an error with its status and the start of its body, JSON when it is whole, and everything else
 * as it comes. Throws Refusal for what is not handed on.
 */
export async function relay(exchange: Exchange, parts: RelayParts): Promise<Response> {
  const { incoming, end } = exchange;
  const { host, key } = parts.address;
  const refusal = refusalOf(exchange, parts.address);
  const status = incoming.statusCode ?? 0;
  if (refusal !== null || !parts.withBody || withoutBody.has(status)) {
    end(new Error('The body is not wanted.'));
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
  const clean = isWhole ? strikeKey(bytes, key) : strikeKeyAtCut(bytes, key);
  return new Response(new Uint8Array(clean), head);
}

/** Why an answer is not handed on, or null. */
function refusalOf({ incoming }: Exchange, { host, key }: UpstreamAddress): HttpError | null {
  const status = incoming.statusCode ?? 0;
  if (status === 401) return keyRefused(host, key !== null);
  if (status >= 300 && status < 400) return redirected(host);
  if (status < 200 || status > 599) return malformed(host, 'without a status that HTTP knows');
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? null : malformed(host, 'encoded in a way that was not asked for');
}

/** What was read, and whether the body went on. */
interface ReadBody {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** Reads to the end, or to the limit. Throws what broke the body off. */
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

/** Reads what comes within these bytes and milliseconds. Never throws: what has come is what there is. */
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

/** The pieces of a body as they come; leaving the loop ends the connection. */
async function* piecesOf(incoming: IncomingMessage): AsyncGenerator<Buffer, void> {
  const pieces: AsyncIterable<unknown> = incoming;
  for await (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
  }
}
