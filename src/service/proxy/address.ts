// Where a hosted service is and the key that opens it, parsed once when the server starts.
import { isLoopback } from '#lib/loopback.ts';

/** A hosted service that answers in the embedded one's place. */
export interface UpstreamAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** What a person calls it; not secret. */
  readonly host: string;
  /** Comes before every operation's path: `/v1`, or nothing. Without a slash at the end. */
  readonly basePath: string;
  /** Null where the service asks for none. */
  readonly key: string | null;
}

/** An address, or the end of a sentence that begins with the setting's name. Neither shows the key. */
type ParsedAddress =
  | { readonly ok: true; readonly address: UpstreamAddress }
  | { readonly ok: false; readonly reason: string };

const plainPath = /^(?:\/[\w.~-]+)*$/u;

/** Reads a base address such as `https://host/v1`. Plain http is for this machine only: it would show the key. */
export function parseUpstream(text: string, key: string | null): ParsedAddress {
  if (!URL.canParse(text)) return refuse('must be a base address such as https://api.example.com/v1');
  const { protocol, hostname, host, origin, pathname } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    return refuse('must begin with https://; http:// is for services on this machine only');
  }
  if (text.includes('@')) return refuse('must not contain a user name or password');
  if (/[?#\\\s]/u.test(text)) return refuse('must not contain a query, a fragment, a backslash or a space');
  const basePath = pathname.replace(/\/+$/u, '');
  // What the parser made of the path must be what was typed: no dot segments, nothing encoded.
  const typedPath = /^[a-z]+:\/\/[^/]+(.*?)\/*$/iu.exec(text)?.[1];
  if (typedPath !== basePath || !plainPath.test(basePath))
    return refuse('must have a plain path such as /v1');
  return { ok: true, address: { origin, host, basePath, key } };
}

function refuse(reason: string): ParsedAddress {
  return { ok: false, reason };
}
