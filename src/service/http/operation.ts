// API operations and their route table.

export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: Route;
  readonly query: readonly string[];
  answer(call: Call): Response | Promise<Response>;
}

export interface Call {
  readonly request: Request;
  readonly ids: Readonly<Record<string, string>>;
}

export const routes = [
  '/v1/completions',
  '/v1/models',
  '/v1/hardware',
  '/v1/fine-tunes',
  '/v1/fine-tunes/:id/checkpoints',
  '/v1/fine-tunes/:id/events',
  '/v1/fine-tunes/:id/metrics',
  '/v1/jobs/:jobId',
] as const;

type Route = (typeof routes)[number];

export function isServicePath(path: string): boolean {
  return /^\/(?:v1|session)(?:\/|$)/u.test(path);
}

/** For the log, without ids. */
export function routeOf(path: string): string {
  if (!isServicePath(path)) return 'page';
  if (path === '/session') return path;
  return routes.find((route) => routePattern(route).test(path)) ?? 'unknown';
}

function routePattern(route: Route): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u');
}

/** With its length, by which the gate knows a short one. */
export function jsonAnswer(json: string): Response {
  const body = Buffer.from(json);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return new Response(body, { headers });
}

/** At most once, immediately if already aborted; returns unsubscribe. */
export type OnAbort = (listener: () => void) => () => void;

/** A signal as old as the process would otherwise accumulate listeners. */
export function fanOut(signal: AbortSignal): OnAbort {
  const listeners = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const listener of listeners) listener();
    listeners.clear();
  });
  return (listener) => {
    if (signal.aborted) listener();
    else listeners.add(listener);
    return () => listeners.delete(listener);
  };
}
