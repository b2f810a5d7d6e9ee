// Fault injection: model names whose answers fail in a given way.
import { readJsonText } from '#service/http/body.ts';
import { clientLeft, closingError, HttpError } from '#service/http/http-error.ts';
import { fanOut, type OnAbort, type Operation, sseEnd, sseEvent } from '#service/http/operation.ts';
import { setTimeout as sleep } from 'node:timers/promises';

export const faultPrefix = 'inferdeck/fault-';

interface FaultParts {
  readonly model: () => string;
  readonly slowMs: number;
  readonly cut: AbortSignal;
}

export function withFaults(completion: Operation, parts: FaultParts): Operation {
  const { model, slowMs } = parts;
  const onCut = fanOut(parts.cut);
  return {
    ...completion,
    async answer({ request, ids }) {
      const { text, value } = await readJsonText(request);
      const answerNormally = (body: string) => completion.answer({ request: withBody(request, body), ids });
      const name = faultName(value);
      if (name === null || typeof value !== 'object') return answerNormally(text);
      const refusal = refusals.find(({ status }) => String(status) === name);
      if (refusal !== undefined) throw refusal;
      if (name === 'silent') return answerNothing(request.signal, onCut);
      const replacement = replacements.get(name);
      if (replacement !== undefined) return replacement();
      const fault = faults.get(name);
      if (fault === undefined) return answerNormally(text);
      const answer = await answerNormally(JSON.stringify({ ...value, model: model() }));
      return injectFault(answer, fault, { slowMs, onCut });
    },
  };
}

function faultName(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('model' in body)) return null;
  const { model } = body;
  return typeof model === 'string' && model.startsWith(faultPrefix) ? model.slice(faultPrefix.length) : null;
}

/** A copy, whose body can be read again. */
function withBody({ url, signal }: Request, body: string): Request {
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
}

const refusals: readonly HttpError[] = [
  new HttpError(400, 'This fault model refuses every prompt.', { code: 'invalid_value', param: 'prompt' }),
  new HttpError(401, 'This fault model accepts no credentials.', {
    code: 'invalid_api_key',
    param: 'Authorization',
    headers: { 'WWW-Authenticate': 'Bearer' },
  }),
  new HttpError(404, 'This fault model does not exist.', { code: 'model_not_available', param: 'model' }),
  new HttpError(429, 'This fault model has received too many requests.', {
    code: 'rate_limit_exceeded',
    headers: {
      'Retry-After': '7',
      'X-RateLimit-Limit': '1',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '7',
    },
  }),
  new HttpError(503, 'This fault model is always overloaded.', { code: 'overloaded' }),
  new HttpError(504, 'This fault model never finishes in time.', { code: 'timeout' }),
];

const signInPage =
  '<!doctype html><html><head><title>Sign in to this network</title></head><body><h1>Welcome</h1></body></html>\n';

const replacements: ReadonlyMap<string, () => Response> = new Map([
  ['html', () => new Response(signInPage, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })],
  [
    'empty',
    () => new Response(new Uint8Array(), { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
  ],
]);

function answerNothing(left: AbortSignal, onCut: OnAbort): Promise<never> {
  return new Promise((_, reject) => {
    const unsubscribe = onCut(() => reject(closingError()));
    const leave = () => {
      unsubscribe();
      reject(clientLeft());
    };
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
  });
}

interface RealAnswer {
  /** Stream events, or halves of a JSON answer. */
  readonly pieces: AsyncIterable<string>;
  readonly isStream: boolean;
  readonly slowMs: number;
  readonly wait: (ms: number) => Promise<void>;
}

/** Yields what is sent instead; throwing breaks the connection. */
type Fault = (answer: RealAnswer) => AsyncGenerator<string, void>;

const eventsBefore = 8;
const foreverMs = 2 ** 31 - 1;
const brokenEvent = 'data: {"id":"cmpl-broken","choices":[{"index":0,"te\n\n';

const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['stall', (answer) => stallAfter(answer, 0)],
  ['stall-midway', stallAfter],
  ['cut', cutMidway],
  ['no-done', omitDone],
  ['no-finish', omitFinish],
  ['malformed', malformEvent],
  ['slow', slowDown],
  ['error-midway', errorMidway],
]);

async function* stallAfter(answer: RealAnswer, count?: number): AsyncGenerator<string, void> {
  yield* start(answer, count);
  await answer.wait(foreverMs);
}

async function* cutMidway(answer: RealAnswer): AsyncGenerator<string, void> {
  yield* start(answer);
  throw new Error('This fault model cuts its answer.');
}

async function* omitDone({ pieces }: RealAnswer): AsyncGenerator<string, void> {
  for await (const piece of pieces) if (piece !== sseEnd) yield piece;
}

async function* omitFinish({ pieces, isStream }: RealAnswer): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    if (piece === sseEnd) continue;
    yield isStream ? piece.replace(/"finish_reason":"\w+"\}\n\n$/u, '"finish_reason":null}\n\n') : piece;
  }
}

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
  const { isStream } = answer;
  const error = new HttpError(503, 'This fault model gave up in the middle of its answer.', {
    code: 'overloaded',
  }).body();
  yield* start(answer, isStream ? eventsBefore : 0);
  yield isStream ? sseEvent(error) : JSON.stringify(error);
}

/** The rest is not computed. */
async function* start(
  { pieces, isStream }: RealAnswer,
  count = isStream ? eventsBefore : 1,
): AsyncGenerator<string, void> {
  let given = 0;
  for await (const piece of pieces) {
    if (given === count || piece === sseEnd) return;
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

function injectFault(
  answer: Response,
  fault: Fault,
  { onCut, slowMs }: { readonly onCut: OnAbort; readonly slowMs: number },
): Response {
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
        controller.enqueue(encoder.encode(sseEvent(closingError().body())));
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
