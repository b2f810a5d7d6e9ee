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
