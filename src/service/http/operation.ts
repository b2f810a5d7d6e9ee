// An operation of the interface: where it is reached, and how a call of it is answered.

/** One row of the fixed table of routes. Whoever calls `answer` has checked the credentials. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: Route;
  /** The query parameters that the operation knows. */
  readonly query: readonly string[];
  answer(call: Call): Response | Promise<Response>;
}

/** One request to an operation. */
export interface Call {
  readonly request: Request;
  /** The identifiers of the path, checked for their form. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The fixed table; what is not in it is not there. */
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

/** One path of the table. */
type Route = (typeof routes)[number];

/** Whether a path, without its query, is answered by the service and not by the page. */
export function isServicePath(path: string): boolean {
  return /^\/(?:v1|session)(?:\/|$)/u.test(path);
}

/** The pattern of a path for a log, which tells nothing of what the path holds. */
export function patternOf(path: string): string {
  if (!isServicePath(path)) return 'page';
  if (path === '/session') return path;
  return routes.find((route) => formOf(route).test(path)) ?? 'unknown';
}

function formOf(route: Route): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u');
}
