// One request to a hosted service and the header of its answer, over connections that are kept for the next.
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { fanOut } from '#service/fan-out.ts';
import type { UpstreamAddress } from './address.ts';
import { ClientLeft, Closing, UpstreamTimeout } from './failures.ts';
import { headersOut } from './headers.ts';

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
const IDLE_CONNECTION_MS = 4_000;
const MAX_HEADER_BYTES = 16_384;
const ACCEPT_STREAM = 'text/event-stream, application/json';

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
  const pool = { keepAlive: true, timeout: IDLE_CONNECTION_MS, ...(ca === undefined ? {} : { ca }) };
  const agent = isSecure ? new HttpsAgent(pool) : new HttpAgent(pool);
  const request = isSecure ? requestHttps : requestHttp;
  return {
    send: ({ method, target, body }, left) =>
      new Promise((resolve, reject) => {
        const outgoing = request(`${address.origin}${address.basePath}${target}`, {
          agent,
          method,
          headers: headersOut(address.key, body === null ? 'application/json' : ACCEPT_STREAM, body !== null),
          maxHeaderSize: MAX_HEADER_BYTES,
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
