// The embedded service: a Web Request in, a Response out.
import { type Context, Hono } from 'hono';
import type { Engine } from './engine/engine.ts';
import { ANSWER_HEADERS } from './gate/answer-headers.ts';
import { type Credentials, type PageAccess, requireCredentials } from './gate/credentials.ts';
import { limitFailures } from './gate/failures.ts';
import { requireIds, requireKnownQuery } from './gate/parameters.ts';
import { ownOrigins, requireOwnAddress } from './gate/origins.ts';
import { keepSessions } from './gate/sessions.ts';
import { closingRefusal, internalRefusal, Refusal } from './refusal.ts';
import { createCompletion } from './routes/completions.ts';
import { listModels } from './routes/models.ts';
import { operationsNotServedYet } from './routes/not-yet.ts';
import type { Operation } from './routes/operation.ts';
import { signIn, signOut } from './routes/session.ts';

/** What the service is made of. Clock, randomness and pace come from outside, so that tests can hold them. */
export interface ServiceParts {
  readonly engine: Engine;
  /** The bearer token of every client but the own page. */
  readonly token: string;
  /** The origins that this service is reached at, such as `http://127.0.0.1:4173`. */
  readonly ownOrigins: readonly string[];
  readonly pageAccess: PageAccess;
  /** Tokens a second for each choice of a stream; null for full speed. */
  readonly pace: number | null;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly randomSeed?: () => number;
  /** From here on nothing new is begun. */
  readonly stopping?: AbortSignal;
  /** From here on nothing goes on: open streams end with an error event. */
  readonly cut?: AbortSignal;
  /** Hears of failures inside; must keep quiet about bodies and headers. */
  readonly onFailure?: (error: unknown) => void;
}

/** The service as its callers see it. */
export interface Service {
  /** Answers; never throws. `remoteAddress` is whose wrong secrets are counted together. */
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
}

type Env = { Bindings: { readonly remoteAddress: string } };

/** A service over an engine that runs. It answers everything below /v1, and /session. */
export function createService(parts: ServiceParts): Service {
  const app = new Hono<Env>();
  const clock = parts.clock ?? Date.now;
  const own = ownOrigins(parts.ownOrigins);
  const onFailure = parts.onFailure ?? (() => {});
  const credentials: Credentials = {
    token: parts.token,
    pageAccess: parts.pageAccess,
    sessions: keepSessions(clock),
    failures: limitFailures(clock),
  };

  app.use(async (context, next) => {
    if (parts.stopping?.aborted === true) throw closingRefusal();
    requireOwnAddress(context.req.raw, own);
    await next();
  });
  for (const operation of operationsOf(parts, clock, onFailure)) {
    app.on(operation.method, operation.path, (context) => {
      const ids = requireIds(context.req.param());
      requireCredentials(context.req.raw, context.env.remoteAddress, credentials);
      requireKnownQuery(context.req.raw, operation.query);
      return operation.answer({ request: context.req.raw, ids });
    });
    app.all(operation.path, refuseMethod(operation.method === 'GET' ? 'GET, HEAD' : operation.method));
  }
  app.post('/session', ({ req, env }) => signIn(req.raw, env.remoteAddress, credentials));
  app.delete('/session', ({ req }) => signOut(req.raw, credentials));
  app.all('/session', refuseMethod('POST, DELETE'));
  app.notFound((context) => {
    const sentence = `There is nothing at ${context.req.path.slice(0, 100)}.`;
    return new Refusal(404, sentence, { code: 'unknown_path' }).response();
  });
  app.onError((error) => {
    if (error instanceof Refusal) return error.response();
    onFailure(error);
    return internalRefusal().response();
  });
  return {
    async fetch(request, remoteAddress = '') {
      const response = await app.fetch(request, { remoteAddress });
      for (const [name, value] of Object.entries(ANSWER_HEADERS)) response.headers.set(name, value);
      return response;
    },
  };
}

function operationsOf(
  parts: ServiceParts,
  clock: () => number,
  onFailure: (error: unknown) => void,
): readonly Operation[] {
  const completion = createCompletion({
    engine: parts.engine,
    pace: parts.pace,
    clock,
    randomSeed: parts.randomSeed ?? (() => Math.floor(Math.random() * 2 ** 32)),
    cut: parts.cut ?? new AbortController().signal,
    onFailure,
  });
  return [listModels(parts.engine), completion, ...operationsNotServedYet()];
}

function refuseMethod(allow: string) {
  return (context: Context<Env>): Response =>
    new Refusal(405, `${context.req.method} is not answered here.`, {
      code: 'method_not_allowed',
      headers: { Allow: allow },
    }).response();
}
