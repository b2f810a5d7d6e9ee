// Rate limit for wrong secrets by client address; trusted proxies.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { HttpError } from './http-error.ts';

/** Refuses only wrong secrets, so that users of one address cannot lock each other out. */
export interface FailureLimit {
  /** Throws 429 with Retry-After. */
  count(address: string): void;
}

const windowMs = 60_000;
const freeFailures = 10;
const maxAddresses = 10_000;

/** Per minute and address, in bounded memory. */
export function limitFailures(clock: () => number): FailureLimit {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    count(address) {
      const network = networkOf(address);
      const known = failures.get(network);
      const isCurrent = known !== undefined && known.until > clock();
      const entry = isCurrent ? known : { count: 0, until: clock() + windowMs };
      if (entry.count >= freeFailures) throw tooManyFailures(entry.until - clock());
      failures.delete(network);
      failures.set(network, { ...entry, count: entry.count + 1 });
      const [oldest] = failures.keys();
      if (failures.size > maxAddresses && oldest !== undefined) failures.delete(oldest);
    },
  };
}

/** An IPv6 client controls the 2^64 addresses of its network. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const bare = address.replace(/%.*/u, '');
  // URL normalizes: lower case, no leading zeros, `::` for the longest run of zeros.
  const halves = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [before = [], after = []] = halves.map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/** Addresses, and networks such as `10.0.0.0/8`. */
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
 * The client's address. Each proxy appends its own client to X-Forwarded-For, so whatever precedes an untrusted one may
 * be forged.
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

/** A dual-stack socket shows IPv4 addresses as IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/iu, '');
}

function tooManyFailures(waitMs: number): HttpError {
  return new HttpError(429, 'Too many wrong secrets from this address. Wait a minute.', {
    code: 'too_many_failures',
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  });
}
