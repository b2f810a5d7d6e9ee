// API operations and the table of routes.

/** The gate has checked the credentials before it calls `answer`. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: Route;
  readonly query: readonly string[];
  answer(call: Call): Response | Promise<Response>;
}

export interface Call {
  readonly request: Request;
  /** Path parameters, already checked for their form. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Every other path is 404. */
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

/** Whether a path, without its query, belongs to the service and not to the page. */
export function isServicePath(path: string): boolean {
  return /^\/(?:v1|session)(?:\/|$)/u.test(path);
}

/** The route pattern of a path for the log, without its ids. */
export function patternOf(path: string): string {
  if (!isServicePath(path)) return 'page';
  if (path === '/session') return path;
  return routes.find((route) => formOf(route).test(path)) ?? 'unknown';
}

function formOf(route: Route): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u');
}
