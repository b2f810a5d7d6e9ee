// HTTP client for the hosted service: keep-alive, timeouts, header filter.
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type IncomingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { fanOut } from '#service/http/on-abort.ts';
import { shortestSecret, type UpstreamAddress } from './address.ts';
import { ClientLeft, Closing, UpstreamTimeout } from './failures.ts';

export interface ExchangeTimeouts {
  /** Includes TLS. */
  readonly connectMs: number;
  /** Idle time. */
  readonly readMs: number;
  /** Idle time; a JSON completion sends nothing until it is complete. */
  readonly generateMs: number;
}

/** `target` follows the base path, already encoded. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  /** JSON. */
  readonly body: string | null;
}

export interface Exchange {
  readonly incoming: IncomingMessage;
  /** Readers of the answer get the error. */
  readonly end: (error: Error) => void;
}

export interface Sender {
  /** Rejects with a system error, UpstreamTimeout, ClientLeft or Closing. */
  send(call: OutgoingCall, clientSignal: AbortSignal): Promise<Exchange>;
}

/** Long enough for a polling page, shorter than servers' own idle timeouts. */
const idleConnectionMs = 4_000;
const maxHeaderBytes = 16_384;
const acceptStream = 'text/event-stream, application/json';

export interface SenderParts {
  readonly address: UpstreamAddress;
  readonly timeouts: ExchangeTimeouts;
  readonly cut: AbortSignal;
  /** For tests. */
  readonly ca?: string;
}

export function createSender({ address, timeouts, cut, ca }: SenderParts): Sender {
  const onCut = fanOut(cut);
  const isSecure = address.origin.startsWith('https:');
  const pool = { keepAlive: true, timeout: idleConnectionMs, ...(ca === undefined ? {} : { ca }) };
  const agent = isSecure ? new HttpsAgent(pool) : new HttpAgent(pool);
  const request = isSecure ? requestHttps : requestHttp;
  return {
    send: ({ method, target, body }, clientSignal) =>
      new Promise((resolve, reject) => {
        const outgoing = request(`${address.origin}${address.basePath}${target}`, {
          agent,
          method,
          headers: requestHeaders(
            address.key,
            body === null ? 'application/json' : acceptStream,
            body !== null,
          ),
          maxHeaderSize: maxHeaderBytes,
          timeout: body === null ? timeouts.readMs : timeouts.generateMs,
        });
        let answer: IncomingMessage | null = null;
        const end = (error: Error) => (answer ?? outgoing).destroy(error);
        const leave = () => end(new ClientLeft());
        const connecting = setTimeout(() => end(new UpstreamTimeout()), timeouts.connectMs);
        const isConnected = () => clearTimeout(connecting);
        outgoing.on('socket', (socket) => {
          if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', isConnected);
          else isConnected();
        });
        outgoing.on('timeout', () => end(new UpstreamTimeout()));
        outgoing.on('error', reject);
        outgoing.on('close', () => {
          isConnected();
          clientSignal.removeEventListener('abort', leave);
          unsubscribe();
          // Some ends, such as a protocol upgrade, emit neither answer nor error.
          reject(new Error('The connection ended without an answer.'));
        });
        outgoing.on('response', (incoming) => {
          answer = incoming;
          resolve({ incoming, end });
        });
        clientSignal.addEventListener('abort', leave);
        const unsubscribe = onCut(() => end(new Closing()));
        if (clientSignal.aborted) leave();
        else if (!outgoing.destroyed) outgoing.end(body ?? undefined);
      }),
  };
}

/** Browsers never execute these; others become plain text. */
const inertType = /^(?:application\/json|text\/event-stream)\s*(?:;[\w\s=."-]*)?$/iu;
const passedHeaders = /^(?:date|retry-after|x-request-id|x-ratelimit-[a-z0-9-]{1,64})$/u;
const visibleText = /^[\u0020-\u007E]{0,1024}$/u;

/** Node adds Host, Connection and the length. */
export function requestHeaders(key: string | null, accept: string, hasBody: boolean): Record<string, string> {
  return {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    accept,
    'user-agent': 'Inferdeck',
  };
}

/** Drops headers that contain the key. */
export function responseHeaders(headers: IncomingHttpHeaders, key: string | null): Headers {
  const passed = new Headers({ 'content-type': safeType(headers['content-type'], key) });
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || !passedHeaders.test(name)) continue;
    if (visibleText.test(value) && !hasKey(`${name} ${value}`, key)) passed.set(name, value);
  }
  return passed;
}

/** Header names are lower case. A short key would match ordinary words. */
function hasKey(text: string, key: string | null): boolean {
  return key !== null && key.length >= shortestSecret && text.toLowerCase().includes(key.toLowerCase());
}

function safeType(type: string | undefined, key: string | null): string {
  const isInert = type !== undefined && type.length < 200 && inertType.test(type) && !hasKey(type, key);
  return isInert ? type : 'text/plain; charset=utf-8';
}
