// One request to a hosted service and the header of its answer, over connections that are kept for the next.
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type IncomingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { fanOut } from '#service/http/on-abort.ts';
import { ClientLeft, Closing, UpstreamTimeout } from './failures.ts';
import { shortestSecret } from './redact-key.ts';
import type { UpstreamAddress } from './address.ts';

/** How long a hosted service may take, in milliseconds. */
export interface Patience {
  /** Until the connection stands, with its encryption. */
  readonly connectMs: number;
  /** Without a byte while something is read. */
  readonly readMs: number;
  /** Without a byte while something is generated: a JSON completion sends its first when it is whole. */
  readonly generateMs: number;
}

/** What is sent. `target` begins behind the base path and is encoded already. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  /** JSON; null for none. */
  readonly body: string | null;
}

/** An answer whose header has come. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  /** Ends the exchange and its connection; whoever reads the answer gets the error. */
  readonly end: (error: Error) => void;
}

/** Sends to one hosted service. */
export interface Sender {
  /** `left` ends the exchange wherever it is. Rejects with a system error, or as UpstreamTimeout, ClientLeft or Closing. */
  send(call: OutgoingCall, left: AbortSignal): Promise<Exchange>;
}

/** Long enough to be reused by a page that polls, shorter than any server keeps an idle connection. */
const idleConnectionMs = 4_000;
const maxHeaderBytes = 16_384;
const acceptStream = 'text/event-stream, application/json';

/** What a sender goes by. */
export interface SenderParts {
  readonly address: UpstreamAddress;
  readonly patience: Patience;
  /** This service stops: ends every exchange. */
  readonly cut: AbortSignal;
  /** The certificate of the one authority that is trusted, in place of the known ones: for a test's own. */
  readonly ca?: string;
}

/** A sender with a pool of connections of its own. */
export function createSender({ address, patience, cut, ca }: SenderParts): Sender {
  const hearCut = fanOut(cut);
  const isSecure = address.origin.startsWith('https:');
  const pool = { keepAlive: true, timeout: idleConnectionMs, ...(ca === undefined ? {} : { ca }) };
  const agent = isSecure ? new HttpsAgent(pool) : new HttpAgent(pool);
  const request = isSecure ? requestHttps : requestHttp;
  return {
    send: ({ method, target, body }, left) =>
      new Promise((resolve, reject) => {
        const outgoing = request(`${address.origin}${address.basePath}${target}`, {
          agent,
          method,
          headers: headersOut(address.key, body === null ? 'application/json' : acceptStream, body !== null),
          maxHeaderSize: maxHeaderBytes,
          timeout: body === null ? patience.readMs : patience.generateMs,
        });
        let answer: IncomingMessage | null = null;
        const end = (error: Error) => (answer ?? outgoing).destroy(error);
        const leave = () => end(new ClientLeft());
        const connecting = setTimeout(() => end(new UpstreamTimeout()), patience.connectMs);
        const isConnected = () => clearTimeout(connecting);
        outgoing.on('socket', (socket) => {
          if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', isConnected);
          else isConnected();
        });
        outgoing.on('timeout', () => end(new UpstreamTimeout()));
        outgoing.on('error', reject);
        outgoing.on('close', () => {
          isConnected();
          left.removeEventListener('abort', leave);
          letGo();
          // Some ends, such as an answer that changes the protocol, are neither an answer nor an error.
          reject(new Error('The connection ended without an answer.'));
        });
        outgoing.on('response', (incoming) => {
          answer = incoming;
          resolve({ incoming, end });
        });
        left.addEventListener('abort', leave);
        const letGo = hearCut(() => end(new Closing()));
        if (left.aborted) leave();
        else if (!outgoing.destroyed) outgoing.end(body ?? undefined);
      }),
  };
}

/** Content types that a browser never runs. Whatever else comes is handed on as plain text. */
const inertType = /^(?:application\/json|text\/event-stream)\s*(?:;[\w\s=."-]*)?$/iu;
const passedBack = /^(?:date|retry-after|x-request-id|x-ratelimit-[a-z0-9-]{1,64})$/u;
const visibleText = /^[\u0020-\u007E]{0,1024}$/u;

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
    if (typeof value !== 'string' || !passedBack.test(name)) continue;
    if (visibleText.test(value) && !hasKey(`${name} ${value}`, key)) passed.set(name, value);
  }
  return passed;
}

/** Names of headers come in lower case. A key too short to be a secret is a part of many words. */
function hasKey(text: string, key: string | null): boolean {
  return key !== null && key.length >= shortestSecret && text.toLowerCase().includes(key.toLowerCase());
}

function typeBack(type: string | undefined, key: string | null): string {
  const isInert = type !== undefined && type.length < 200 && inertType.test(type) && !hasKey(type, key);
  return isInert ? type : 'text/plain; charset=utf-8';
}
