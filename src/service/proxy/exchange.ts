// HTTP client for the hosted service: keep-alive pool, timeouts, header filter.
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

/** Timeouts in milliseconds. */
export interface ExchangeTimeouts {
  /** Until the connection is established, TLS included. */
  readonly connectMs: number;
  /** Idle time of a plain read. */
  readonly readMs: number;
  /** Idle time of a generation: a JSON completion sends nothing until it is complete. */
  readonly generateMs: number;
}

/** `target` follows the base path and is already encoded. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  /** JSON; null for none. */
  readonly body: string | null;
}

export interface Exchange {
  readonly incoming: IncomingMessage;
  /** Closes the connection; readers of the answer get the error. */
  readonly end: (error: Error) => void;
}

export interface Sender {
  /** `left` aborts the exchange at any time. Rejects with a system error, UpstreamTimeout, ClientLeft or Closing. */
  send(call: OutgoingCall, left: AbortSignal): Promise<Exchange>;
}

/** Long enough for reuse by a polling page, shorter than any server's own idle timeout. */
const idleConnectionMs = 4_000;
const maxHeaderBytes = 16_384;
const acceptStream = 'text/event-stream, application/json';

export interface SenderParts {
  readonly address: UpstreamAddress;
  readonly timeouts: ExchangeTimeouts;
  /** Aborts every exchange when this service stops. */
  readonly cut: AbortSignal;
  /** The only trusted certificate authority, in place of the known ones; for tests. */
  readonly ca?: string;
}

export function createSender({ address, timeouts, cut, ca }: SenderParts): Sender {
  const onCut = fanOut(cut);
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
          left.removeEventListener('abort', leave);
          unsubscribe();
          // Some ends, such as a protocol upgrade, emit neither an answer nor an error.
          reject(new Error('The connection ended without an answer.'));
        });
        outgoing.on('response', (incoming) => {
          answer = incoming;
          resolve({ incoming, end });
        });
        left.addEventListener('abort', leave);
        const unsubscribe = onCut(() => end(new Closing()));
        if (left.aborted) leave();
        else if (!outgoing.destroyed) outgoing.end(body ?? undefined);
      }),
  };
}

/** Content types that browsers never execute. All others are sent as plain text. */
const inertType = /^(?:application\/json|text\/event-stream)\s*(?:;[\w\s=."-]*)?$/iu;
const passedBack = /^(?:date|retry-after|x-request-id|x-ratelimit-[a-z0-9-]{1,64})$/u;
const visibleText = /^[\u0020-\u007E]{0,1024}$/u;

/** Request headers; Node adds Host, Connection and the length. */
export function headersOut(key: string | null, accept: string, hasBody: boolean): Record<string, string> {
  return {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    accept,
    'user-agent': 'Inferdeck',
  };
}

/** Response headers; any that contains the key is dropped. */
export function headersBack(headers: IncomingHttpHeaders, key: string | null): Headers {
  const passed = new Headers({ 'content-type': typeBack(headers['content-type'], key) });
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || !passedBack.test(name)) continue;
    if (visibleText.test(value) && !hasKey(`${name} ${value}`, key)) passed.set(name, value);
  }
  return passed;
}

/** Header names are lower case. A key too short to be secret would match ordinary words. */
function hasKey(text: string, key: string | null): boolean {
  return key !== null && key.length >= shortestSecret && text.toLowerCase().includes(key.toLowerCase());
}

function typeBack(type: string | undefined, key: string | null): string {
  const isInert = type !== undefined && type.length < 200 && inertType.test(type) && !hasKey(type, key);
  return isInert ? type : 'text/plain; charset=utf-8';
}
