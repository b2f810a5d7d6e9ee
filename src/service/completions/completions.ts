// POST /completions: validation, admission limits, JSON or streamed answer.
import { guardWords } from '#service/catalogue/models.ts';
import { type Engine, EngineError, type EngineEvent, type EngineRequest } from '#service/engine/engine.ts';
import { readJson } from '#service/http/body.ts';
import { clientLeft, closingError, HttpError } from '#service/http/http-error.ts';
import { endpoints, fanOut, type Operation } from '#service/http/operation.ts';
import { gatherAnswer, type FirstBatch, type Run, streamAnswer } from './answer.ts';
import {
  toEngineRequest,
  requireCompletionRequest,
  requireHarmlessPrompt,
  requireModels,
} from './request.ts';
import { guardEvents, searchWords } from './safety-model.ts';

interface CompletionParts {
  readonly engine: Engine;
  /** Tokens per second and choice of a stream; null for full speed. */
  readonly pace: number | null;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** A safe integer from 0. */
  readonly randomSeed: () => number;
  readonly cut: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  readonly limits?: CompletionLimits;
}

export interface CompletionLimits {
  readonly completions: number;
  /** Over all completions, each counting its `n`. */
  readonly choices: number;
  readonly firstTokenMs: number;
}

const defaultLimits: CompletionLimits = { completions: 512, choices: 4_096, firstTokenMs: 60_000 };

const guardSearch = searchWords(guardWords);

export function createCompletion(parts: CompletionParts): Operation {
  const limits = parts.limits ?? defaultLimits;
  const stopFor = stopsUnder(parts.cut);
  /** Oldest first. */
  const open = new Set<{ readonly startedMs: number }>();
  let choices = 0;
  /** Moving average; the newest counts for a tenth. */
  let averageMs = 0;
  /** Throws 503. */
  const requireCapacity = (n: number): void => {
    if (open.size < limits.completions && choices + n <= limits.choices) return;
    const [oldest] = open;
    throw overloaded(Math.max(averageMs, oldest === undefined ? 0 : parts.clock() - oldest.startedMs));
  };
  const admit = ({ n }: EngineRequest, client: AbortSignal): AbortController => {
    requireCapacity(n);
    const startedMs = parts.clock();
    const stop = stopFor(client);
    if (stop.signal.aborted) return stop;
    const entry = { startedMs };
    open.add(entry);
    choices += n;
    stop.signal.addEventListener('abort', () => {
      open.delete(entry);
      choices -= n;
      averageMs += 0.1 * (parts.clock() - startedMs - averageMs);
    });
    return stop;
  };
  return {
    ...endpoints.completions,
    async answer({ request }) {
      // Before reading the body: refusals must be cheap, since many clients retry at once.
      requireCapacity(1);
      const wire = requireCompletionRequest(await readJson(request));
      requireModels(
        wire,
        parts.engine.models().map(({ id }) => id),
      );
      const isGuarded = wire.safety_model !== undefined;
      if (isGuarded) requireHarmlessPrompt(wire.prompt, guardSearch);
      const engineRequest = toEngineRequest(wire, { seed: parts.randomSeed(), pace: parts.pace });
      const stop = admit(engineRequest, request.signal);
      const waiting = setTimeout(() => stop.abort(queueTimeout()), limits.firstTokenMs);
      try {
        const events = parts.engine.complete(engineRequest, stop.signal);
        const run: Run = {
          id: `cmpl-${crypto.randomUUID()}`,
          created: Math.floor(parts.clock() / 1000),
          request: engineRequest,
          withLogprobs: wire.logprobs === 1,
          events: (isGuarded ? guard(events, engineRequest, parts.engine) : events)[Symbol.asyncIterator](),
          abort: () => stop.abort(),
        };
        const first = await run.events.next();
        clearTimeout(waiting);
        if (wire.stream === true) return stream(run, first, parts, stop.signal);
        const answer = Response.json(await gatherAnswer(run, first));
        stop.abort();
        return answer;
      } catch (error) {
        const refusal = toHttpError(error, stop.signal, parts.cut);
        stop.abort();
        throw refusal;
      } finally {
        clearTimeout(waiting);
      }
    },
  };
}

function stream(run: Run, first: FirstBatch, parts: CompletionParts, stopped: AbortSignal): Response {
  return streamAnswer(run, {
    first,
    endedEarly: () => (parts.cut.aborted ? closingError() : null),
    onFailure: (error) => {
      if (!stopped.aborted) parts.onFailure(error);
    },
  });
}

/** Retry-After is when half of the open completions should have ended; earlier retries only slow them down. */
const overloaded = (averageMs: number): HttpError =>
  new HttpError(503, 'The service is at capacity. Try again in a moment.', {
    code: 'overloaded',
    headers: { 'Retry-After': String(Math.min(60, Math.max(2, Math.ceil(averageMs / 2_000)))) },
  });

const queueTimeout = (): HttpError =>
  new HttpError(504, 'The completion timed out waiting in the queue.', { code: 'timeout' });

function guard(
  events: AsyncIterable<readonly EngineEvent[]>,
  { model, prompt, n }: EngineRequest,
  engine: Engine,
) {
  const countPrompt = async () => (await engine.encode(model, prompt)).length;
  return guardEvents({ events, words: guardSearch, n, prompt, countPrompt });
}

const internalCodes: ReadonlySet<string> = new Set(['engine_closed', 'engine_failed']);

function toHttpError(error: unknown, stopped: AbortSignal, cut: AbortSignal): unknown {
  if (cut.aborted) return closingError();
  if (error instanceof HttpError) return error;
  if (stopped.aborted) return clientLeft();
  if (!(error instanceof EngineError) || internalCodes.has(error.code)) return error;
  if (error.code === 'model_not_found' || error.code === 'model_unreadable') {
    return new HttpError(404, error.message, { code: 'model_not_available', param: 'model' });
  }
  const param = error.param === null ? {} : { param: error.param };
  return new HttpError(400, error.message, { code: error.code, ...param });
}

/** Aborted by its client, `cut` or its holder. */
export function stopsUnder(cut: AbortSignal): (client: AbortSignal) => AbortController {
  const onCut = fanOut(cut);
  return (client) => {
    const controller = new AbortController();
    const stop = () => controller.abort();
    const unsubscribe = onCut(stop);
    client.addEventListener('abort', stop);
    controller.signal.addEventListener('abort', () => {
      unsubscribe();
      client.removeEventListener('abort', stop);
    });
    if (client.aborted) stop();
    return controller;
  };
}
