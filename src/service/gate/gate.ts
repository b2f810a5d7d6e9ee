// The gate: what stands between the network and a table of operations, whoever answers them.
import { type Context, Hono } from 'hono';
import { closingRefusal, internalRefusal, Refusal } from '#service/refusal.ts';
import type { Operation } from '#service/routes/operation.ts';
import { signIn, signOut } from '#service/routes/session.ts';
import { ANSWER_HEADERS } from './answer-headers.ts';
import { type Credentials, type PageAccess, requireCredentials } from './credentials.ts';
import { addressBehind, limitFailures, trustedProxies } from './failures.ts';
import { ownOrigins, requireOwnAddress } from './origins.ts';
import { requireIds, requireKnownQuery } from './parameters.ts';
import { keepSessions } from './sessions.ts';

/** What the gate goes by. */
export interface GateParts {
  /** The bearer token of every client but the own page. */
  readonly token: string;
  /** The origins that this service is reached at, such as `http://127.0.0.1:4173`. */
  readonly ownOrigins: readonly string[];
  readonly pageAccess: PageAccess;
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed; none when left out. */
  readonly trustedProxies?: readonly string[];
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** From here on nothing new is begun. */
  readonly stopping?: AbortSignal;
  /** Hears of failures inside; must keep quiet about bodies and headers. */
  readonly onFailure?: (error: unknown) => void;
}

/** A service as its callers see it. */
export interface Service {
  /** Answers; never throws. `remoteAddress` is whose wrong secrets are counted together. */
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
}

type Env = { Bindings: { readonly remoteAddress: string } };

/** Lets nothing but well-formed, authorized calls of these operations through; answers /session itself. */
export function createGate(parts: GateParts, operations: readonly Operation[]): Service {
  const app = new Hono<Env>();
  const clock = parts.clock ?? Date.now;
  const own = ownOrigins(parts.ownOrigins);
  const credentials: Credentials = {
    token: parts.token,
    pageAccess: parts.pageAccess,
    sessions: keepSessions(clock),
    failures: limitFailures(clock),
  };
  const trusted = trustedProxies(parts.trustedProxies ?? []);

  app.use(async (context, next) => {
    if (parts.stopping?.aborted === true) throw closingRefusal();
    requireOwnAddress(context.req.raw, own);
    // Signing in is how credentials begin; nothing else says so much as that it is there without them.
    if (context.req.path !== '/session') {
      requireCredentials(context.req.raw, context.env.remoteAddress, credentials);
    }
    await next();
  });
  for (const operation of operations) {
    app.on(operation.method, operation.path, (context) => {
      const ids = requireIds(context.req.param());
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
    parts.onFailure?.(error);
    return internalRefusal().response();
  });
  return {
    async fetch(request, remoteAddress = '') {
      const forwardedFor = request.headers.get('x-forwarded-for');
      const response = await app.fetch(request, {
        remoteAddress: addressBehind(trusted, remoteAddress, forwardedFor),
      });
      for (const [name, value] of Object.entries(ANSWER_HEADERS)) response.headers.set(name, value);
      return response;
    },
  };
}

function refuseMethod(allow: string) {
  return (context: Context<Env>): Response =>
    new Refusal(405, `${context.req.method} is not answered here.`, {
      code: 'method_not_allowed',
      headers: { Allow: allow },
    }).response();
}
