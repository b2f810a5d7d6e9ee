// Faults injected into a real answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError, closingError } from '#service/http/http-error.ts';
import type { OnAbort } from '#service/http/on-abort.ts';

interface RealAnswer {
  /** Stream events, or halves of a JSON answer. */
  readonly pieces: AsyncIterable<string>;
  readonly isStream: boolean;
  readonly slowMs: number;
  /** Rejects when the client disconnects or the service stops. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Yields what is sent instead; throwing breaks the connection. */
type Fault = (answer: RealAnswer) => AsyncGenerator<string, void>;

const eventsBefore = 8;
const foreverMs = 2 ** 31 - 1;
const done = 'data: [DONE]\n\n';
const brokenEvent = 'data: {"id":"cmpl-broken","choices":[{"index":0,"te\n\n';

/** By fault name. */
export const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['stall', stall],
  ['stall-midway', stallMidway],
  ['cut', cutMidway],
  ['no-done', omitDone],
  ['no-finish', omitFinish],
  ['malformed', malformEvent],
  ['slow', slowDown],
  ['error-midway', errorMidway],
]);

async function* stall(answer: RealAnswer): AsyncGenerator<string, void> {
  yield* start(answer, 0);
  await answer.wait(foreverMs);
}

async function* stallMidway(answer: RealAnswer): AsyncGenerator<string, void> {
  yield* start(answer);
  await answer.wait(foreverMs);
}

async function* cutMidway(answer: RealAnswer): AsyncGenerator<string, void> {
  yield* start(answer);
  throw new Error('This fault model cuts its answer.');
}

async function* omitDone({ pieces }: RealAnswer): AsyncGenerator<string, void> {
  for await (const piece of pieces) if (piece !== done) yield piece;
}

/** Neither finish_reason nor [DONE]: the answer may be incomplete. */
async function* omitFinish({ pieces, isStream }: RealAnswer): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    if (piece === done) continue;
    yield isStream ? piece.replace(/"finish_reason":"\w+"\}\n\n$/u, '"finish_reason":null}\n\n') : piece;
  }
}

/** JSON ends halfway. */
async function* malformEvent(answer: RealAnswer): AsyncGenerator<string, void> {
  yield* start(answer);
  if (answer.isStream) yield brokenEvent;
}

async function* slowDown({ pieces, slowMs, wait }: RealAnswer): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    yield piece;
    await wait(slowMs);
  }
}

/** In place of a JSON answer; midway in a stream. */
async function* errorMidway(answer: RealAnswer): AsyncGenerator<string, void> {
  const failure = new HttpError(503, 'This fault model gave up in the middle of its answer.', {
    code: 'overloaded',
  });
  const error = JSON.stringify(failure.body());
  yield* start(answer, answer.isStream ? eventsBefore : 0);
  yield answer.isStream ? `data: ${error}\n\n` : error;
}

/** The rest is not computed. */
async function* start(
  { pieces, isStream }: RealAnswer,
  count = isStream ? eventsBefore : 1,
): AsyncGenerator<string, void> {
  let given = 0;
  for await (const piece of pieces) {
    if (given === count || piece === done) return;
    given += 1;
    yield piece;
  }
}

/** Leaving the loop early cancels the body, and with it the model's work. */
async function* piecesOf(body: ReadableStream<Uint8Array>, isStream: boolean): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    if (!isStream) continue;
    const events = rest.split(/(?<=\n\n)/u);
    rest = events.at(-1)?.endsWith('\n\n') === true ? '' : (events.pop() ?? '');
    yield* events;
  }
  const middle = Math.floor(rest.length / 2);
  if (rest !== '') yield rest.slice(0, middle);
  if (rest !== '') yield rest.slice(middle);
}

interface FaultParts {
  readonly onCut: OnAbort;
  readonly slowMs: number;
}

export function injectFault(answer: Response, fault: Fault, { onCut, slowMs }: FaultParts): Response {
  const { body, status, headers } = answer;
  if (body === null || status !== 200) return answer;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const given = new AbortController();
  let isCut = false;
  const unsubscribe = onCut(() => {
    isCut = true;
    given.abort();
  });
  const pieces = fault({
    pieces: piecesOf(body, isStream),
    isStream,
    slowMs,
    wait: (ms) => sleep(ms, undefined, { signal: given.signal, ref: false }),
  });
  const encoder = new TextEncoder();
  const faulty = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (piece.done !== true) return controller.enqueue(encoder.encode(piece.value));
      } catch (error) {
        unsubscribe();
        if (!isCut || !isStream) throw error;
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(closingError().body())}\n\n`));
      }
      unsubscribe();
      controller.close();
    },
    async cancel() {
      unsubscribe();
      given.abort();
      await pieces.return();
    },
  });
  return new Response(faulty, { status, headers });
}
