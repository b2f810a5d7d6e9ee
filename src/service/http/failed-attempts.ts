// Wrong secrets, counted by the address that they come from: after a few it is told to wait.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { HttpError } from './http-error.ts';

/**
 * Wrong secrets by address, within one window of time. Only they are refused: many people may share an address, and
 * somebody else's mistakes keep nobody out who has the right one. What makes guessing hopeless is the secret's length.
 */
export interface FailureLimit {
  /** Counts one wrong secret. Throws 429 with Retry-After when the address has sent too many. */
  count(address: string): void;
}

const windowMs = 60_000;
const freeFailures = 10;
const maxAddresses = 10_000;

/** Ten wrong secrets a minute for each address; what it remembers is bounded. The clock gives milliseconds. */
export function limitFailures(clock: () => number): FailureLimit {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    count(address) {
      const network = networkOf(address);
      const known = failures.get(network);
      const isCurrent = known !== undefined && known.until > clock();
      const entry = isCurrent ? known : { count: 0, until: clock() + windowMs };
      if (entry.count >= freeFailures) throw tooMany(entry.until - clock());
      failures.delete(network);
      failures.set(network, { ...entry, count: entry.count + 1 });
      const [oldest] = failures.keys();
      if (failures.size > maxAddresses && oldest !== undefined) failures.delete(oldest);
    },
  };
}

/** Whoever has one address of IPv6 has the 2^64 of its network. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const bare = address.replace(/%.*/u, '');
  // As a URL has it: in lower case, without leading zeros, and with `::` for the longest run of them.
  const halves = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [before = [], after = []] = halves.map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/** The proxies whose word is taken for where a request came from: addresses, and networks such as `10.0.0.0/8`. */
export function trustedProxies(list: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const text of list) {
    const [address = '', length] = text.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (length === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(length), family);
  }
  return trusted;
}

/**
 * Where a request came from: the remote address of its connection or, as far as a trusted proxy says so in X-Forwarded-For,
 * the address behind it. Each proxy adds at the end of that header whom it was asked by; what stands before a proxy that
 * is not trusted may be anybody's invention.
 */
export function addressBehind(
  trusted: BlockList,
  remoteAddress: string,
  forwardedFor: string | null,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  let address = plain(remoteAddress);
  for (const hop of hops.toReversed()) {
    if (!isIP(hop) || !isIP(address) || !trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) break;
    address = plain(hop);
  }
  return address;
}

/** A socket that listens to both versions shows an address of IPv4 as one of IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/iu, '');
}

function tooMany(waitMs: number): HttpError {
  return new HttpError(429, 'Too many wrong secrets from this address. Wait a minute.', {
    code: 'too_many_failures',
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  });
}
