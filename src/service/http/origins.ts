// Allowed hosts and origins, against DNS rebinding and cross-site requests.
import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from '#lib/loopback.ts';
import { HttpError } from './http-error.ts';

/** Of a host; empty for a foreign one. */
export type OwnOrigins = (host: string) => readonly string[];

const defaultPorts: Readonly<Record<string, string>> = { 'http:': ':80', 'https:': ':443' };
const allowedFetchSites: ReadonlySet<string | null> = new Set([null, 'same-origin', 'none']);

export function ownOrigins(origins: readonly string[]): OwnOrigins {
  const byHost = new Map<string, string[]>();
  const add = (host: string, origin: string) => byHost.set(host, [...(byHost.get(host) ?? []), origin]);
  for (const { origin, host, port, protocol } of origins.map((text) => new URL(text))) {
    add(host, origin);
    if (port === '') add(host + (defaultPorts[protocol] ?? ''), origin);
  }
  return (host) => byHost.get(host.toLowerCase()) ?? [];
}

/** 403 for a foreign Host: DNS rebinding. */
export function requireOwnHost(request: Request, own: OwnOrigins): void {
  if (own(hostOf(request)).length > 0) return;
  throw new HttpError(403, 'This service is not served under that host name. INFERDECK_ORIGINS adds one.', {
    code: 'host_not_allowed',
    param: 'Host',
  });
}

/**
 * 403 for a foreign Host or Origin, and cross-site requests. Clients without these headers, such as SDKs, pass:
 * credentials are checked separately.
 */
export function requireOwnAddress(request: Request, own: OwnOrigins): void {
  requireOwnHost(request, own);
  const allowed = own(hostOf(request));
  const origin = request.headers.get('origin');
  if (origin !== null && !allowed.includes(origin)) {
    const remedy = 'INFERDECK_ORIGINS adds one, and a reverse proxy must pass the Host header on.';
    throw new HttpError(403, `Pages of another origin may not call this service. ${remedy}`, {
      code: 'origin_not_allowed',
      param: 'Origin',
    });
  }
  if (!allowedFetchSites.has(request.headers.get('sec-fetch-site'))) {
    throw new HttpError(403, 'Pages of another site may not call this service.', {
      code: 'origin_not_allowed',
      param: 'Sec-Fetch-Site',
    });
  }
}

/** A Request made in process has no Host header. */
export function hostOf(request: Request): string {
  return request.headers.get('host') ?? new URL(request.url).host;
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];
const wildcardHosts: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export function addressOf(host: string, port: number): string {
  return originOf(wildcardHosts.has(host) ? '127.0.0.1' : host, port);
}

/** All addresses of this machine when listening on all. */
export function originsOf(host: string, port: number, configured: readonly string[]): readonly string[] {
  const hosts = isLoopback(host) || wildcardHosts.has(host) ? [...loopbackHosts, host] : [host];
  const everywhere = wildcardHosts.has(host) ? machineHosts() : [];
  return [...new Set([...[...hosts, ...everywhere].map((name) => originOf(name, port)), ...configured])];
}

function originOf(host: string, port: number): string {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}

/** A numeric Host is safe: DNS rebinding needs a name. */
function machineHosts(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const reachable = addresses.filter(({ scopeid }) => !scopeid).map(({ address }) => address);
  return [hostname(), ...reachable].filter((host) =>
    URL.canParse(`http://${host.includes(':') ? `[${host}]` : host}`),
  );
}
