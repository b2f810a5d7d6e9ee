// Streamed completion: one request, an async generator of event batches.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { readRest, wholeText } from './body.ts';
import type { Connection } from './connection.ts';
import { errorInAnswer, type Fetch, send, type HttpAnswer } from './http.ts';
import { type StreamTimers, watchForStall } from './stall-watch.ts';
import {
  createStreamDecoder,
  emptyAnswer,
  type StreamCounts,
  type StreamEnd,
  type StreamEvent,
} from './stream-decoder.ts';

export type { StreamEnd, StreamEvent };

/**
 * Bytes decoded at once. A reader that fell behind gets megabytes in one read, and the page could not draw
 * meanwhile.
 */
const partLength = 32_768;

/**
 * The events of one read; a long read gives several batches. An empty batch only says that the connection is
 * alive.
 */
export interface StreamBatch {
  /** When the read returned, by `performance.now()`. */
  readonly receivedAt: number;
  readonly events: readonly StreamEvent[];
}

export interface StreamOptions {
  /** Aborting it stops the service too; the generator then throws an AbortError. */
  readonly signal?: AbortSignal | undefined;
  readonly timers?: StreamTimers | undefined;
  /**
   * Called once, when the answer begins, with a function that reads the current counts; it stays valid after
   * any end.
   */
  readonly onCounts?: ((read: () => Readonly<StreamCounts>) => void) | undefined;
}

/**
 * Text that has been yielded stays valid whatever follows. Leaving the loop early stops the service. Throws
 * ApiError, or an AbortError after the caller's abort. The request is sent exactly once.
 */
export async function* streamCompletion(
  connection: Connection,
  fetch: Fetch,
  request: CompletionRequest,
  { signal, timers = {}, onCounts }: StreamOptions = {},
): AsyncGenerator<StreamBatch, StreamEnd, undefined> {
  const answer = await send(connection, fetch, {
    method: 'POST',
    path: '/completions',
    body: { ...request, stream: true },
    accept: 'text/event-stream, application/json',
    signal,
    ...(timers.headersMs !== undefined && { headersWithinMs: timers.headersMs }),
  });
  const { response } = answer;
  const decoder = createStreamDecoder({
    n: request.n ?? 1,
    isEventStream: /event-stream/i.test(response.headers.get('content-type') ?? ''),
    reported: (fields) => errorInAnswer(response, fields, connection.token),
  });
  onCounts?.(() => decoder.counts);
  const watch = watchForStall(answer, timers);
  try {
    const reader = response.body?.getReader();
    if (!reader) throw emptyAnswer();
    const opening = await readOpening(answer, reader);
    if (opening.kind !== 'events' && opening.bytes !== null) {
      const events = decoder.readWhole(wholeText(await readRest(answer, reader, [opening.bytes])));
      if (decoder.failure) throw decoder.failure;
      yield { receivedAt: performance.now(), events };
      return decoder.end();
    }
    let { bytes, receivedAt } = opening;
    while (bytes !== null) {
      let from = 0;
      do {
        const events = decoder.read(bytes.subarray(from, from + partLength));
        if (events.length > 0) watch.content(receivedAt);
        yield { receivedAt, events };
        if (decoder.failure) throw decoder.failure;
        if (decoder.isDone) return decoder.end();
        from += partLength;
      } while (from < bytes.length);
      try {
        // Inlined on purpose: with one event per read, every extra await is a cost per token.
        bytes = (await reader.read()).value ?? null;
        receivedAt = performance.now();
      } catch (error) {
        // Some services close the connection right after a last "data: [DONE]" without its blank line.
        decoder.finish();
        if (decoder.isDone) return decoder.end();
        throw answer.failure(error);
      }
    }
    decoder.finish();
    if (decoder.failure) throw decoder.failure;
    return decoder.end();
  } finally {
    watch.stop();
    answer.close();
  }
}

/**
 * Whether an answer is events or one body (JSON, HTML) by its first visible byte, with the bytes read to find
 * out.
 */
interface Opening {
  readonly kind: 'events' | 'whole';
  /** Null if the body ended without any. */
  readonly bytes: Uint8Array | null;
  /** When the last of them came, by `performance.now()`. */
  readonly receivedAt: number;
}

/** More white space than this is taken as the blank lines of an event stream. */
const maxBlankBytes = 64 * 1_024;

/**
 * Reads up to the first visible byte. Throws the answer's failure: an ApiError (cut), or the caller's
 * AbortError.
 */
async function readOpening(
  answer: HttpAnswer,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Opening> {
  let bytes = new Uint8Array();
  for (;;) {
    const read = await reader.read().catch((error: unknown) => {
      throw answer.failure(error);
    });
    const receivedAt = performance.now();
    if (read.done) return { kind: 'events', bytes: bytes.length === 0 ? null : bytes, receivedAt };
    bytes = joined(bytes, read.value);
    const visible = bytes.find((byte) => !isBlank(byte));
    if (visible !== undefined || bytes.length > maxBlankBytes)
      return { kind: kindOf(visible), bytes, receivedAt };
  }
}

function kindOf(visible: number | undefined): Opening['kind'] {
  return visible !== undefined && '{[<'.includes(String.fromCharCode(visible)) ? 'whole' : 'events';
}

/** White space, and the three bytes of a byte order mark. */
function isBlank(byte: number): boolean {
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
