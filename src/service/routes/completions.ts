// POST /completions: text from a model, as one JSON answer or as a stream of events.
import { gatherAnswer } from '#service/completions/answer.ts';
import { toEngineRequest } from '#service/completions/engine-request.ts';
import { guardEvents } from '#service/completions/guard.ts';
import { GUARD_WORDS } from '#service/completions/guard-model.ts';
import { searchWords } from '#service/completions/guard-words.ts';
import {
  requireCompletionRequest,
  requireHarmlessPrompt,
  requireModels,
} from '#service/completions/request.ts';
import type { Run } from '#service/completions/run.ts';
import { stopsUnder } from '#service/completions/stops.ts';
import { streamAnswer } from '#service/completions/stream.ts';
import { type Engine, EngineError, type EngineEvent, type EngineRequest } from '#service/engine/engine.ts';
import { readJson } from '#service/gate/body.ts';
import { closingRefusal, Refusal } from '#service/refusal.ts';
import type { Operation } from './operation.ts';

/** What a completion is made with. */
export interface CompletionParts {
  readonly engine: Engine;
  /** Tokens a second for each choice of a stream; null for full speed. */
  readonly pace: number | null;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A seed for a request that names none: an integer from 0 that JSON carries exactly. */
  readonly randomSeed: () => number;
  /** Ends what is still open when the service stops. */
  readonly cut: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

const GUARD = searchWords(GUARD_WORDS);

/** Validates, runs, answers. A client that leaves stops the engine, whichever way it wanted its answer. */
export function createCompletion(parts: CompletionParts): Operation {
  const stopFor = stopsUnder(parts.cut);
  return {
    method: 'POST',
    path: '/v1/completions',
    query: [],
    async answer({ request }) {
      const wire = requireCompletionRequest(await readJson(request));
      requireModels(
        wire,
        parts.engine.models().map(({ id }) => id),
      );
      const isGuarded = wire.safety_model !== undefined;
      if (isGuarded) requireHarmlessPrompt(wire.prompt, GUARD);
      const engineRequest = toEngineRequest(wire, { seed: parts.randomSeed(), pace: parts.pace });
      const stop = stopFor(request.signal);
      const events = parts.engine.complete(engineRequest, stop.signal);
      const run: Run = {
        id: `cmpl-${crypto.randomUUID()}`,
        created: Math.floor(parts.clock() / 1000),
        request: engineRequest,
        withLogprobs: wire.logprobs === 1,
        events: (isGuarded ? guard(events, engineRequest, parts.engine) : events)[Symbol.asyncIterator](),
        abort: () => stop.abort(),
      };
      return wire.stream === true ? stream(run, parts, stop.signal) : answer(run, parts, stop.signal);
    },
  };
}

async function answer(run: Run, parts: CompletionParts, stopped: AbortSignal): Promise<Response> {
  try {
    return Response.json(await gatherAnswer(run));
  } catch (error) {
    throw asRefusal(error, stopped, parts.cut);
  } finally {
    run.abort();
  }
}

/** The first batch is awaited before the status is sent, so that the engine's refusals have one of their own. */
async function stream(run: Run, parts: CompletionParts, stopped: AbortSignal): Promise<Response> {
  try {
    return streamAnswer(run, {
      first: await run.events.next(),
      endedEarly: () => (parts.cut.aborted ? closingRefusal() : null),
      onFailure: (error) => {
        if (!stopped.aborted) parts.onFailure(error);
      },
    });
  } catch (error) {
    const refusal = asRefusal(error, stopped, parts.cut);
    run.abort();
    throw refusal;
  }
}

function guard(
  events: AsyncIterable<readonly EngineEvent[]>,
  { model, prompt, n }: EngineRequest,
  engine: Engine,
) {
  const countPrompt = async () => (await engine.encode(model, prompt)).ids.length;
  return guardEvents({ events, words: GUARD, n, countPrompt });
}

/** Not the client's; it can send its request again. */
const OWN_FAULTS: ReadonlySet<string> = new Set(['engine_closed', 'engine_failed']);

/** What the engine's error means to the client; an error of no known kind stays what it is. */
function asRefusal(error: unknown, stopped: AbortSignal, cut: AbortSignal): unknown {
  if (cut.aborted) return closingRefusal();
  // Nobody reads this: the run was stopped because its client has left.
  if (stopped.aborted) return new Refusal(408, 'The client left.', { code: 'client_left' });
  if (!(error instanceof EngineError) || OWN_FAULTS.has(error.code)) return error;
  if (error.code === 'model_not_found' || error.code === 'model_unreadable') {
    return new Refusal(404, error.message, { code: 'model_not_available', param: 'model' });
  }
  const param = error.param === null ? {} : { param: error.param };
  return new Refusal(400, error.message, { code: error.code, ...param });
}
