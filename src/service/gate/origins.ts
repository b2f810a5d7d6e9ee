// Whose address this service answers to: the exact list of hosts, and pages of those hosts only.
import { Refusal } from '#service/refusal.ts';

/** The service's own origins and what they allow. */
export interface OwnOrigins {
  /** The origins that a request with this Host may name as its Origin; none when the host is not ours. */
  forHost(host: string): readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': ':80', 'https:': ':443' };
const OWN_SITES: ReadonlySet<string | null> = new Set([null, 'same-origin', 'none']);

/** Takes serialized origins, such as `http://127.0.0.1:4173`. */
export function ownOrigins(origins: readonly string[]): OwnOrigins {
  const byHost = new Map<string, string[]>();
  const add = (host: string, origin: string) => byHost.set(host, [...(byHost.get(host) ?? []), origin]);
  for (const { origin, host, port, protocol } of origins.map((text) => new URL(text))) {
    add(host, origin);
    if (port === '') add(host + (DEFAULT_PORTS[protocol] ?? ''), origin);
  }
  return { forHost: (host) => byHost.get(host.toLowerCase()) ?? [] };
}

/** Refuses a Host that is not ours, so that no other name can be pointed at this address (DNS rebinding). */
export function requireOwnHost(request: Request, own: OwnOrigins): void {
  if (own.forHost(hostOf(request)).length > 0) return;
  throw new Refusal(403, 'This service does not answer to that host name.', {
    code: 'host_not_allowed',
    param: 'Host',
  });
}

/**
 * Refuses a foreign Host, a page of another origin, and whatever a browser marks as cross-site.
 * A client without these marks, such as an SDK, passes: credentials are another question.
 */
export function requireOwnAddress(request: Request, own: OwnOrigins): void {
  requireOwnHost(request, own);
  const allowed = own.forHost(hostOf(request));
  const origin = request.headers.get('origin');
  if (origin !== null && !allowed.includes(origin)) {
    throw new Refusal(403, 'Pages of another origin may not call this service.', {
      code: 'origin_not_allowed',
      param: 'Origin',
    });
  }
  if (!OWN_SITES.has(request.headers.get('sec-fetch-site'))) {
    throw new Refusal(403, 'Pages of another site may not call this service.', {
      code: 'origin_not_allowed',
      param: 'Sec-Fetch-Site',
    });
  }
}

/** The Host header; a Request made in process has none, and its URL says the same. */
export function hostOf(request: Request): string {
  return request.headers.get('host') ?? new URL(request.url).host;
}
