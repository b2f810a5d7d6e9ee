// Request gate: host, origin, credentials, query, ids.
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { isLoopback } from '#lib/loopback.ts';
import {
  addressBehind,
  limitFailures,
  trustedProxies,
  type Credentials,
  type PageAccess,
  requireCredentials,
  createSessions,
  signIn,
  signOut,
} from './authentication.ts';
import { closingError, internalError, HttpError } from './http-error.ts';
import type { Operation } from './operation.ts';
import { ownOrigins, requireOwnAddress } from './origins.ts';

export interface GateParts {
  /** Bearer token of every client but the page. */
  readonly token: string;
  /** Such as `http://127.0.0.1:4173`. */
  readonly ownOrigins: readonly string[];
  readonly pageAccess: PageAccess;
  /** Addresses and networks. */
  readonly trustedProxies?: readonly string[];
  /** Unix milliseconds. */
  readonly clock?: () => number;
  /** Refuses new requests once aborted. */
  readonly stopping?: AbortSignal;
  /** Must not log bodies or headers. */
  readonly onFailure?: (error: unknown) => void;
}

export interface Service {
  /** Never throws. `remoteAddress` groups wrong secrets. */
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
}

type Env = { Bindings: { readonly remoteAddress: string } };

const pack: MiddlewareHandler<Env> = compress({ encoding: 'gzip' });

const longestPackedHere = 256 * 1024;

/**
 * A tenth of the bytes of a list with events. On one machine packing a long one takes longer than it takes to arrive; a short
 * one (68 kB: 0.7 ms) is packed there, too, since what looks like this machine may be a tunnel.
 */
const packed: MiddlewareHandler<Env> = async (context, next) => {
  await next();
  const { headers } = context.res;
  const isShort = Number(headers.get('content-length') ?? Infinity) <= longestPackedHere;
  if (isShort || !isLoopback(context.env.remoteAddress)) await pack(context, () => Promise.resolve());
};

/** Answers /session itself. */
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
    // Other paths reveal nothing without credentials.
    if (context.req.path !== '/session') {
      requireCredentials(context.req.raw, context.env.remoteAddress, credentials);
    }
    await next();
  });
  for (const operation of operations) {
    if (operation.method === 'GET') app.use(operation.path, packed);
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

/** No caching, sniffing or cross-origin embedding; nginx must not hold streams back, which is its default. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Accel-Buffering': 'no',
};

const idPattern = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/u;

/** Throws 404. */
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

/** Throws 400. */
export function requireKnownQuery(request: Request, known: readonly string[]): void {
  const names = [...new URL(request.url).searchParams.keys()];
  const unknownName = names.find(
    (name, position) => !known.includes(name) || names.indexOf(name) !== position,
  );
  if (unknownName === undefined) return;
  throw new HttpError(400, 'The query has an unknown or repeated parameter.', {
    code: 'unknown_parameter',
    param: unknownName.slice(0, 100),
  });
}
