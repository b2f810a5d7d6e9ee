// Headers between here and a hosted service, built from nothing both ways: what is not named here does not pass.
import type { IncomingHttpHeaders } from 'node:http';
import { SHORTEST_SECRET } from './key-guard.ts';

/** Content types that a browser never runs. Whatever else comes is handed on as plain text. */
const INERT_TYPE = /^(?:application\/json|text\/event-stream)\s*(?:;[\w\s=."-]*)?$/iu;
const PASSED_BACK = /^(?:date|retry-after|x-request-id|x-ratelimit-[a-z0-9-]{1,64})$/u;
const VISIBLE_TEXT = /^[\u0020-\u007E]{0,1024}$/u;

/** The headers of a request that goes out; node adds Host, Connection and the length. */
export function headersOut(key: string | null, accept: string, hasBody: boolean): Record<string, string> {
  return {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    accept,
    'user-agent': 'Inferdeck',
  };
}

/** The headers of an answer that comes back; one that repeats the key stays here. */
export function headersBack(headers: IncomingHttpHeaders, key: string | null): Headers {
  const passed = new Headers({ 'content-type': typeBack(headers['content-type'], key) });
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || !PASSED_BACK.test(name)) continue;
    if (VISIBLE_TEXT.test(value) && !hasKey(`${name} ${value}`, key)) passed.set(name, value);
  }
  return passed;
}

/** Names of headers come in lower case. A key too short to be a secret is a part of many words. */
function hasKey(text: string, key: string | null): boolean {
  return key !== null && key.length >= SHORTEST_SECRET && text.toLowerCase().includes(key.toLowerCase());
}

function typeBack(type: string | undefined, key: string | null): string {
  const isInert = type !== undefined && type.length < 200 && INERT_TYPE.test(type) && !hasKey(type, key);
  return isInert ? type : 'text/plain; charset=utf-8';
}
