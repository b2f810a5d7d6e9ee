// Under which origins a listening service is reached, and which of them is shown to a person.
import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from '#lib/loopback.ts';

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The address for a person: one that a browser on this machine can open. */
export function addressOf(host: string, port: number): string {
  return originOf(EVERY_ADDRESS.has(host) ? '127.0.0.1' : host, port);
}

/** The exact list of origins: loopback or this host, every address of this machine where it listens on all, and the configured ones. */
export function originsOf(host: string, port: number, configured: readonly string[]): readonly string[] {
  const hosts = isLoopback(host) || EVERY_ADDRESS.has(host) ? [...LOOPBACK_HOSTS, host] : [host];
  const everywhere = EVERY_ADDRESS.has(host) ? machineHosts() : [];
  return [...new Set([...[...hosts, ...everywhere].map((name) => originOf(name, port)), ...configured])];
}

function originOf(host: string, port: number): string {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}

/** A page cannot be rebound to an address written in digits, so that each of ours may stand in a Host header. */
function machineHosts(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const reachable = addresses.filter(({ scopeid }) => !scopeid).map(({ address }) => address);
  return [hostname().toLowerCase(), ...reachable].filter((host) =>
    URL.canParse(`http://${host.includes(':') ? `[${host}]` : host}`),
  );
}
