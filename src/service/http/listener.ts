// Node request listener for a Web fetch: target checks, abort on disconnect.
import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { answerHeaders } from './gate.ts';
import { internalError, HttpError } from './http-error.ts';

/** `remoteAddress` is empty if the connection is gone. */
export type Fetch = (request: Request, remoteAddress: string) => Promise<Response>;

/** Also for Vite's middleware. The Request's signal aborts if the connection closes early. */
export function createListener(fetch: Fetch): RequestListener {
  const listen = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await fetch(request, incoming.socket.remoteAddress ?? '');
      if (!(outgoing instanceof ServerResponse)) return response;
      // The adapter would send and print the message of what broke a body.
      await writeAnswer(response, outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => adapterError(error).response(),
    },
  );
  return (incoming, outgoing) => {
    const refusal =
      checkRawRequest({ target: incoming.url ?? '', rawHeaders: incoming.rawHeaders }) ??
      checkVersion(incoming, outgoing);
    if (refusal === null) void listen(incoming, outgoing);
    else sendError(outgoing, refusal);
  };
}

/** Node's parser accepts an HTTP/1 request line that says HTTP/2.0. */
function checkVersion({ httpVersionMajor }: IncomingMessage, outgoing: unknown): HttpError | null {
  if (!(outgoing instanceof ServerResponse) || httpVersionMajor === 1) return null;
  return new HttpError(400, 'This HTTP version is not supported.', { code: 'bad_request' });
}

export function sendError(outgoing: ServerResponse, refusal: HttpError): void {
  const body = JSON.stringify(refusal.body());
  const headers = { ...answerHeaders, ...refusal.details.headers, 'Content-Type': 'application/json' };
  outgoing.writeHead(refusal.status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** RequestError: what cannot become a Web Request, such as a broken Host. */
function adapterError(error: unknown): HttpError {
  const isRequest = error instanceof Error && error.name === 'RequestError';
  return isRequest
    ? new HttpError(400, 'The request cannot be read.', { code: 'bad_request' })
    : internalError();
}

/**
 * Never rejects. A failing body breaks the connection: after the status, nothing else can signal an incomplete answer.
 */
async function writeAnswer(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  const handleClose = () => {
    reader.cancel().catch(() => {});
  };
  if (outgoing.destroyed) return handleClose();
  outgoing.once('close', handleClose);
  if (isStream(response)) outgoing.flushHeaders();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!outgoing.write(read.value)) await drained(outgoing);
    }
    if (!outgoing.destroyed) outgoing.end();
  } catch {
    // The missing end marks the body as incomplete. Node sends at the end of this tick what was written in it.
    setImmediate(() => outgoing.socket?.destroySoon());
  }
}

/** Or closed: a reader that disconnects never drains the answer. */
export function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      outgoing.off('drain', settle).off('close', settle);
      resolve();
    };
    outgoing.on('drain', settle).on('close', settle);
    if (outgoing.destroyed) settle();
  });
}

/** Its headers are sent before its body. */
function isStream({ headers }: Response): boolean {
  return (
    !headers.has('content-length') && headers.get('content-type')?.startsWith('application/json') !== true
  );
}

interface RawRequest {
  readonly target: string;
  /** Names and values in turn, with duplicates. */
  readonly rawHeaders: readonly string[];
}

const pathPattern = /^\/[^\\]*$/u;
/** Slashes, backslashes, NUL, and what never needs encoding: letters, digits, `-._~`. */
const needlessEncoding = /%(?:00|2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])/iu;
const dotSegment = /\/\.{1,2}(?:\/|$)/u;
const outsideVisibleAscii = /[^\u0021-\u007E]/u;

/** Null if acceptable. Refuses all but plain paths, one Host header and no Upgrade. */
export function checkRawRequest({ target, rawHeaders }: RawRequest): HttpError | null {
  const names = rawHeaders.filter((_, position) => position % 2 === 0).map((name) => name.toLowerCase());
  if (!isPlainTarget(target)) {
    return new HttpError(400, 'The request target is not a plain path.', { code: 'bad_target' });
  }
  if (names.filter((name) => name === 'host').length !== 1) {
    return new HttpError(400, 'A request needs exactly one Host header.', {
      code: 'bad_host',
      param: 'Host',
    });
  }
  if (names.includes('upgrade')) {
    return new HttpError(400, 'This service does not upgrade connections.', {
      code: 'upgrade_refused',
      param: 'Upgrade',
      headers: { Connection: 'close' },
    });
  }
  return null;
}

/** Of a page; its last segment is an id, which may have a slash. */
const pageOfId = /^\/(?:fine-tunes|jobs)\/[^/]+\/?$/u;

function isPlainTarget(target: string): boolean {
  const whole = target.replace(/\?.*/su, '');
  const path = pageOfId.test(whole) ? whole.replaceAll(/%2f/giu, '') : whole;
  return (
    pathPattern.test(path) &&
    !path.includes('//') &&
    !needlessEncoding.test(path) &&
    !dotSegment.test(path) &&
    !target.includes('#') &&
    !outsideVisibleAscii.test(target)
  );
}
