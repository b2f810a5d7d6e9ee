// Upstream address and access key; redaction of the key in bytes.
import { isLoopback } from '#lib/loopback.ts';

export interface UpstreamAddress {
  readonly origin: string;
  readonly host: string;
  /** `/v1`, or empty. */
  readonly basePath: string;
  /** Null if the service needs none. */
  readonly key: string | null;
}

/** `reason` follows the setting's name in a sentence; never contains the key. */
type ParsedAddress =
  | { readonly ok: true; readonly address: UpstreamAddress }
  | { readonly ok: false; readonly reason: string };

const plainPath = /^(?:\/[\w.~-]+)*$/u;

/** Plain http only for this machine: it would expose the key. */
export function parseUpstream(text: string, key: string | null): ParsedAddress {
  if (!URL.canParse(text)) return refuse('must be a base address such as https://api.example.com/v1');
  const { protocol, hostname, host, origin, pathname } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    return refuse('must begin with https://; http:// is for services on this machine only');
  }
  if (text.includes('@')) return refuse('must not contain a user name or password');
  if (/[?#\\\s]/u.test(text)) return refuse('must not contain a query, a fragment, a backslash or a space');
  const basePath = pathname.replace(/\/+$/u, '');
  // No dot segments, nothing encoded.
  const typedPath = /^[a-z]+:\/\/[^/]+(.*?)\/*$/iu.exec(text)?.[1];
  if (typedPath !== basePath || !plainPath.test(basePath))
    return refuse('must have a plain path such as /v1');
  return { ok: true, address: { origin, host, basePath, key } };
}

function refuse(reason: string): ParsedAddress {
  return { ok: false, reason };
}

/** A shorter key is not secret, and could be an ordinary word. */
export const shortestSecret = 8;
const redacted = Buffer.from('[access key]');

/** The same buffer if the key does not occur. */
export function redactKey(bytes: Buffer, key: string | null): Buffer {
  if (key === null || key.length < shortestSecret || !bytes.includes(key)) return bytes;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, from)) {
    parts.push(bytes.subarray(from, at), redacted);
    from = at + key.length;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** Also removes a prefix of the key at the end. */
export function redactKeyAtCut(bytes: Buffer, key: string | null): Buffer {
  const clean = redactKey(bytes, key);
  if (key === null || key.length < shortestSecret) return clean;
  for (let length = Math.min(key.length - 1, clean.length); length > 0; length -= 1) {
    const end = clean.length - length;
    if (clean.subarray(end).equals(Buffer.from(key.slice(0, length)))) return clean.subarray(0, end);
  }
  return clean;
}
