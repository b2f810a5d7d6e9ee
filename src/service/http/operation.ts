// API operations and their route table.

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** With ids as `:name`. */
  readonly path: string;
  readonly query: readonly string[];
}

export interface Operation extends Endpoint {
  answer(call: Call): Response | Promise<Response>;
}

export interface Call {
  readonly request: Request;
  readonly ids: Readonly<Record<string, string>>;
}

export const metricParameters = [
  'global_step_from',
  'global_step_to',
  'logged_at_from',
  'logged_at_to',
  'resolution',
] as const;

export const endpoints = {
  completions: { method: 'POST', path: '/v1/completions', query: [] },
  models: { method: 'GET', path: '/v1/models', query: [] },
  hardware: { method: 'GET', path: '/v1/hardware', query: ['model'] },
  fineTunes: { method: 'GET', path: '/v1/fine-tunes', query: [] },
  checkpoints: { method: 'GET', path: '/v1/fine-tunes/:id/checkpoints', query: [] },
  events: { method: 'GET', path: '/v1/fine-tunes/:id/events', query: [] },
  metrics: { method: 'GET', path: '/v1/fine-tunes/:id/metrics', query: metricParameters },
  job: { method: 'GET', path: '/v1/jobs/:jobId', query: [] },
} as const satisfies Record<string, Endpoint>;

export const routes: readonly string[] = Object.values(endpoints).map(({ path }) => path);

export function isServicePath(path: string): boolean {
  return /^\/(?:v1|session)(?:\/|$)/u.test(path);
}

/** For the log, without ids. */
export function routeOf(path: string): string {
  if (!isServicePath(path)) return 'page';
  if (path === '/session') return path;
  return routes.find((route) => routePattern(route).test(path)) ?? 'unknown';
}

function routePattern(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u');
}

/** With its length, by which the gate knows a short one. */
export function jsonAnswer(json: string): Response {
  const body = Buffer.from(json);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return new Response(body, { headers });
}

export const sseEnd = 'data: [DONE]\n\n';

export function sseEvent(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
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
