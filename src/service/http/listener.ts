// Adapter from Node requests to Web ones: target checks, abort on disconnect.
import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { answerHeaders } from './gate.ts';
import { internalError, HttpError } from './http-error.ts';

/** `remoteAddress` is empty if the connection is gone. */
export type Fetch = (request: Request, remoteAddress: string) => Promise<Response>;

/**
 * For Node's HTTP server and for Vite's middleware chain. The Request's signal aborts when the connection closes
 * before the end of the response.
 */
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
      errorHandler: (error) => refusalOf(error).response(),
    },
  );
  return (incoming, outgoing) => {
    const refusal =
      judgeRawRequest({ target: incoming.url ?? '', rawHeaders: incoming.rawHeaders }) ??
      judgeVersion(incoming, outgoing);
    if (refusal === null) void listen(incoming, outgoing);
    else sendRefusal(outgoing, refusal);
  };
}

/** Node's parser accepts an HTTP/1 request line that says HTTP/2.0. */
function judgeVersion({ httpVersionMajor }: IncomingMessage, outgoing: unknown): HttpError | null {
  if (!(outgoing instanceof ServerResponse) || httpVersionMajor === 1) return null;
  return new HttpError(400, 'This HTTP version is not supported.', { code: 'bad_request' });
}

/** Answers an error without Web Request and Response. */
export function sendRefusal(outgoing: ServerResponse, refusal: HttpError): void {
  const body = JSON.stringify(refusal.body());
  const headers = { ...answerHeaders, ...refusal.details.headers, 'Content-Type': 'application/json' };
  outgoing.writeHead(refusal.status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** The adapter's own errors are about requests that cannot become a Web Request, such as a broken Host. */
function refusalOf(error: unknown): HttpError {
  const isRequest = error instanceof Error && error.name === 'RequestError';
  return isRequest
    ? new HttpError(400, 'The request cannot be read.', { code: 'bad_request' })
    : internalError();
}

/**
 * Resolves when the answer is written or its client has disconnected; never rejects. A failing body breaks the
 * connection off: once the status is sent, nothing else can signal an incomplete answer.
 */
async function writeAnswer(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  const leave = () => {
    if (!outgoing.writableFinished) reader.cancel().catch(() => {});
  };
  if (outgoing.destroyed) return leave();
  outgoing.once('close', leave);
  if (isStream(response)) outgoing.flushHeaders();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!outgoing.write(read.value)) await drained(outgoing);
    }
    if (!outgoing.destroyed) outgoing.end();
  } catch {
    // Flushes what is written; the missing end of the body marks it as incomplete.
    outgoing.socket?.destroySoon();
  }
}

/** Resolves when the written data has been flushed or the client has disconnected. */
function drained(outgoing: ServerResponse): Promise<void> {
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

/** From Node, before conversion to a Web Request. */
interface RawRequest {
  readonly target: string;
  /** Names and values in turn, as received, duplicates included. */
  readonly rawHeaders: readonly string[];
}

const pathPattern = /^\/[^\\]*$/u;
/** Slashes, backslashes, NUL, and characters that never need encoding: letters, digits, `-._~`. */
const hidden = /%(?:00|2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])/iu;
const dotSegment = /\/\.{1,2}(?:\/|$)/u;
const outsideVisibleAscii = /[^\u0021-\u007E]/u;

/**
 * Null if acceptable. Refused: a target that is not a plain path (absolute-form, `//`, a dot segment, backslashes,
 * encoded slashes or letters, a fragment), more or less than one Host header, Upgrade.
 */
export function judgeRawRequest({ target, rawHeaders }: RawRequest): HttpError | null {
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

function isPlainTarget(target: string): boolean {
  const path = target.replace(/\?.*/su, '');
  return (
    pathPattern.test(path) &&
    !path.includes('//') &&
    !hidden.test(path) &&
    !dotSegment.test(path) &&
    !target.includes('#') &&
    !outsideVisibleAscii.test(target)
  );
}
