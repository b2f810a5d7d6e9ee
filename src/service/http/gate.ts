// Request gate in front of the operations: host, origin, credentials, query, ids.
import { type Context, Hono } from 'hono';
import { addressBehind, limitFailures, trustedProxies } from './failed-attempts.ts';
import { closingError, internalError, HttpError } from './http-error.ts';
import type { Operation } from './operation.ts';
import { ownOrigins, requireOwnAddress } from './origins.ts';
import {
  type Credentials,
  type PageAccess,
  requireCredentials,
  createSessions,
  signIn,
  signOut,
} from './sessions.ts';

export interface GateParts {
  /** Bearer token of every client but the own page. */
  readonly token: string;
  /** Origins at which this service is reached, such as `http://127.0.0.1:4173`. */
  readonly ownOrigins: readonly string[];
  readonly pageAccess: PageAccess;
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted; by default none. */
  readonly trustedProxies?: readonly string[];
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** New requests are refused once this aborts. */
  readonly stopping?: AbortSignal;
  /** Receives internal failures; must not log bodies or headers. */
  readonly onFailure?: (error: unknown) => void;
}

export interface Service {
  /** Never throws. `remoteAddress` groups wrong secrets for the limit. */
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
}

type Env = { Bindings: { readonly remoteAddress: string } };

/** Lets through only well-formed, authorized calls of these operations; answers /session itself. */
export function createGate(parts: GateParts, operations: readonly Operation[]): Service {
  const app = new Hono<Env>();
  const clock = parts.clock ?? Date.now;
  const own = ownOrigins(parts.ownOrigins);
  const credentials: Credentials = {
    token: parts.token,
    pageAccess: parts.pageAccess,
    sessions: createSessions(clock),
    failures: limitFailures(clock),
  };
  const trusted = trustedProxies(parts.trustedProxies ?? []);

  app.use(async (context, next) => {
    if (parts.stopping?.aborted === true) throw closingError();
    requireOwnAddress(context.req.raw, own);
    // Signing in needs no credentials; all other paths do, so that they reveal nothing without them.
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
    return new HttpError(404, sentence, { code: 'unknown_path' }).response();
  });
  app.onError((error) => {
    if (error instanceof HttpError) return error.response();
    parts.onFailure?.(error);
    return internalError().response();
  });
  return {
    async fetch(request, remoteAddress = '') {
      const forwardedFor = request.headers.get('x-forwarded-for');
      const response = await app.fetch(request, {
        remoteAddress: addressBehind(trusted, remoteAddress, forwardedFor),
      });
      for (const [name, value] of Object.entries(answerHeaders)) response.headers.set(name, value);
      return response;
    },
  };
}

function refuseMethod(allow: string) {
  return (context: Context<Env>): Response =>
    new HttpError(405, `${context.req.method} is not answered here.`, {
      code: 'method_not_allowed',
      headers: { Allow: allow },
    }).response();
}

/** For every answer under /v1 and /session: no caching, sniffing or cross-origin embedding. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const idPattern = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/u;

/** Throws 404 for an id that no record can have. */
export function requireIds(ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [param, id] of Object.entries(ids)) {
    if (!idPattern.test(id)) {
      throw new HttpError(404, `${param} is not an identifier of this service.`, {
        code: 'not_found',
        param,
      });
    }
  }
  return ids;
}

/** Throws 400 for an unknown or repeated query parameter. */
export function requireKnownQuery(request: Request, known: readonly string[]): void {
  const names = [...new URL(request.url).searchParams.keys()];
  const stray = names.find((name, position) => !known.includes(name) || names.indexOf(name) !== position);
  if (stray === undefined) return;
  throw new HttpError(400, 'The query has an unknown or repeated parameter.', {
    code: 'unknown_parameter',
    param: stray.slice(0, 100),
  });
}
