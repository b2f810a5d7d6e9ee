// Fault injection: model names that fail in a given way.
import { readJsonText } from '#service/http/body.ts';
import { HttpError, closingError } from '#service/http/http-error.ts';
import { fanOut, type OnAbort } from '#service/http/on-abort.ts';
import type { Operation } from '#service/http/operation.ts';
import { faults, injectFault } from './faults.ts';

export const faultPrefix = 'inferdeck/fault-';

interface FaultParts {
  readonly model: () => string;
  readonly slowMs: number;
  readonly cut: AbortSignal;
}

/** Real text comes before some faults. */
export function withFaults(completion: Operation, parts: FaultParts): Operation {
  const { model, slowMs } = parts;
  const onCut = fanOut(parts.cut);
  return {
    method: completion.method,
    path: completion.path,
    query: completion.query,
    async answer({ request, ids }) {
      const { text, value } = await readJsonText(request);
      const answerNormally = (body: string) => completion.answer({ request: withBody(request, body), ids });
      const name = faultName(value);
      if (name === null || typeof value !== 'object') return answerNormally(text);
      const createError = errorAnswers.get(name);
      if (createError !== undefined) throw createError();
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

/** Null for any other model. */
function faultName(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('model' in body)) return null;
  const { model } = body;
  return typeof model === 'string' && model.startsWith(faultPrefix) ? model.slice(faultPrefix.length) : null;
}

/** A copy, whose body can be read again. */
function withBody({ url, signal }: Request, body: string): Request {
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
}

const errorAnswers: ReadonlyMap<string, () => HttpError> = new Map([
  [
    '400',
    () =>
      new HttpError(400, 'This fault model refuses every prompt.', {
        code: 'invalid_value',
        param: 'prompt',
      }),
  ],
  [
    '401',
    () =>
      new HttpError(401, 'This fault model accepts no credentials.', {
        code: 'invalid_api_key',
        param: 'Authorization',
        headers: { 'WWW-Authenticate': 'Bearer' },
      }),
  ],
  [
    '404',
    () =>
      new HttpError(404, 'This fault model does not exist.', {
        code: 'model_not_available',
        param: 'model',
      }),
  ],
  [
    '429',
    () =>
      new HttpError(429, 'This fault model has received too many requests.', {
        code: 'rate_limit_exceeded',
        headers: {
          'Retry-After': '7',
          'X-RateLimit-Limit': '1',
          'X-RateLimit-Remaining': '0',
          'X-RateLimit-Reset': '7',
        },
      }),
  ],
  ['503', () => new HttpError(503, 'This fault model is always overloaded.', { code: 'overloaded' })],
  ['504', () => new HttpError(504, 'This fault model never finishes in time.', { code: 'timeout' })],
]);

const signInPage =
  '<!doctype html><html><head><title>Sign in to this network</title></head><body><h1>Welcome</h1></body></html>\n';

const replacements: ReadonlyMap<string, () => Response> = new Map([
  ['html', () => new Response(signInPage, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })],
  [
    'empty',
    () => new Response(new Uint8Array(), { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
  ],
]);

/** Rejects when the client disconnects or the service stops. */
function answerNothing(left: AbortSignal, onCut: OnAbort): Promise<never> {
  return new Promise((_, reject) => {
    const unsubscribe = onCut(() => reject(closingError()));
    const leave = () => {
      unsubscribe();
      reject(new HttpError(408, 'The client disconnected.', { code: 'client_left' }));
    };
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
  });
}
