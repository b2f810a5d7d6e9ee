// HTTP client for the hosted service: keep-alive, timeouts, header filter.
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type IncomingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { fanOut } from '#service/http/operation.ts';
import { shortestSecret, type UpstreamAddress } from './address.ts';
import { clientLeft, closingError, HttpError } from '#service/http/http-error.ts';

// On node:http, which Node ships: undici as a package would be one more dependency, and Node exports no agent of its own.
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
    if (visibleText.test(value) && !containsKey(`${name} ${value}`, key)) passed.set(name, value);
  }
  return passed;
}

/** Header names are lower case. A short key would match ordinary words. */
function containsKey(text: string, key: string | null): boolean {
  return key !== null && key.length >= shortestSecret && text.toLowerCase().includes(key.toLowerCase());
}

function safeType(type: string | undefined, key: string | null): string {
  const isInert = type !== undefined && type.length < 200 && inertType.test(type) && !containsKey(type, key);
  return isInert ? type : 'text/plain; charset=utf-8';
}

export class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout';
}

export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

export class Closing extends Error {
  override readonly name = 'Closing';
}

const systemCode = /^[A-Z][A-Z\d_]{2,60}$/u;

/** Without a connection, nothing was sent. */
const beforeSending = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

export function exchangeError(error: unknown, host: string): HttpError {
  if (error instanceof Closing) return closingError();
  if (error instanceof ClientLeft) return clientLeft();
  if (error instanceof UpstreamTimeout) {
    return new HttpError(504, `${host} did not answer in time.`, { code: 'upstream_timeout' });
  }
  const code = codeOf(error);
  if (code?.startsWith('HPE_') === true) return malformed(host, `not HTTP that can be read (${code})`);
  const cause = code === null ? '' : ` (${code})`;
  const wasSent = code === null || !beforeSending.has(code);
  return new HttpError(502, `No answer came from ${host}${cause}.${wayOut(code)}`, {
    code: wasSent ? 'upstream_unreachable' : 'upstream_not_reached',
  });
}

/** For who started this server; empty where the service itself broke off. */
function wayOut(code: string | null): string {
  if (code === null) return '';
  if (beforeSending.has(code)) return ' Check that it runs, and that INFERDECK_UPSTREAM is its address.';
  if (code === 'EPROTO') return ' It may speak http, not https, on that port: check INFERDECK_UPSTREAM.';
  return /SELF_SIGNED|ISSUER|SIGNATURE/u.test(code)
    ? ' Its certificate is not trusted: NODE_EXTRA_CA_CERTS adds a certificate authority.'
    : '';
}

export function malformed(host: string, what: string): HttpError {
  return new HttpError(502, `The answer of ${host} is ${what}.`, { code: 'upstream_malformed' });
}

/** Not followed: the key goes nowhere else. */
export function redirected(host: string): HttpError {
  const way = 'Set INFERDECK_UPSTREAM to the address that it points to.';
  return new HttpError(502, `${host} answered with a redirect, which is not followed. ${way}`, {
    code: 'upstream_redirect',
  });
}

/** Not 401, which clients would take for their own credentials; and services quote parts of the key in it. */
export function keyRefused(host: string, hasKey: boolean): HttpError {
  const sentence = hasKey
    ? `${host} does not accept the access key of this server. Check INFERDECK_API_KEY.`
    : `${host} asks for an access key. Start this server with INFERDECK_API_KEY.`;
  return new HttpError(502, sentence, { code: 'upstream_key_refused' });
}

/** The last event of an interrupted stream. */
export function streamError(error: unknown, host: string): HttpError {
  if (error instanceof Closing) return closingError();
  if (error instanceof UpstreamTimeout) {
    return new HttpError(504, `${host} fell silent within its answer.`, { code: 'upstream_timeout' });
  }
  return new HttpError(502, `${host} broke off its answer.`, { code: 'upstream_cut' });
}

export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  return systemCode.test(error.code) ? error.code : null;
}
