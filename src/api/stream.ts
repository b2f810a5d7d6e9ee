// Streamed completion: one request, an async generator of event batches.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { emptyAnswer, isBlank, readRest, wholeText } from './body.ts';
import type { Connection } from './connection.ts';
import { errorInAnswer, type Fetch, send, type HttpAnswer, shownEventData } from './http.ts';
import { type StreamTimers, watchForStall } from './stall-watch.ts';
import {
  createStreamDecoder,
  type StreamCounts,
  type StreamEnd,
  type StreamEvent,
} from './stream-decoder.ts';

export type { StreamEnd, StreamEvent };

/**
 * Bytes decoded at once: a reader that fell behind gets megabytes in one read, and the page must draw in
 * between.
 */
const partLength = 32_768;

/** A long read gives several batches. An empty one says that the connection is alive. */
export interface StreamBatch {
  /** By `performance.now()`. */
  readonly receivedAt: number;
  readonly events: readonly StreamEvent[];
}

export interface StreamOptions {
  /** Stops the service, too; the generator then throws AbortError. */
  readonly signal?: AbortSignal | undefined;
  readonly timers?: StreamTimers | undefined;
  /** Called once when the answer begins; `read` stays valid after any end. */
  readonly onCounts?: ((read: () => Readonly<StreamCounts>) => void) | undefined;
}

/**
 * Yielded text stays valid whatever follows. Leaving the loop stops the service. Sends exactly once. Throws
 * ApiError, or AbortError after the caller's abort.
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
    errorFrom: (fields, data) => errorInAnswer(response, fields, connection.token, data),
    shown: (data) => shownEventData(data, connection.token),
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
        // Inlined: with one event per read, an await costs time for every token.
        bytes = (await reader.read()).value ?? null;
        receivedAt = performance.now();
      } catch (error) {
        // Some services close right after a last "data: [DONE]" without its blank line.
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

/** Events or one body (JSON, HTML), by the first visible byte; with the bytes read so far. */
interface Opening {
  readonly kind: 'events' | 'whole';
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly receivedAt: number;
}

/** More white space than this must be the blank lines of an event stream. */
const maxBlankBytes = 64 * 1_024;

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

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
