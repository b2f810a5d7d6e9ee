// From Node's request and response to Web ones: the raw request is judged first, and the client's leaving is heard.
import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { answerHeaders } from './gate.ts';
import { internalError, HttpError } from './http-error.ts';
import { judgeRawRequest } from './request-target.ts';

/** Answers a Web Request; `remoteAddress` is empty where the connection is gone. */
export type Fetch = (request: Request, remoteAddress: string) => Promise<Response>;

/**
 * A listener for Node's HTTP server, and for the middleware chain of Vite's. The Request's signal aborts when the
 * response's connection closes before its end.
 */
export function createListener(fetch: Fetch): RequestListener {
  const listen = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await fetch(request, incoming.socket.remoteAddress ?? '');
      if (!(outgoing instanceof ServerResponse)) return response;
      // The adapter would tell a client the message of what broke a body, and print it.
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

/** Node's parser lets a line of HTTP/1 call itself HTTP/2.0. */
function judgeVersion({ httpVersionMajor }: IncomingMessage, outgoing: unknown): HttpError | null {
  if (!(outgoing instanceof ServerResponse) || httpVersionMajor === 1) return null;
  return new HttpError(400, 'This is not a version of HTTP that is spoken here.', { code: 'bad_request' });
}

/** Answers a refusal below the Web's Request and Response. */
export function sendRefusal(outgoing: ServerResponse, refusal: HttpError): void {
  const body = JSON.stringify(refusal.body());
  const headers = { ...answerHeaders, ...refusal.details.headers, 'Content-Type': 'application/json' };
  outgoing.writeHead(refusal.status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** The adapter's own errors are about requests that cannot be made a Web Request: a broken Host, for one. */
function refusalOf(error: unknown): HttpError {
  const isRequest = error instanceof Error && error.name === 'RequestError';
  return isRequest
    ? new HttpError(400, 'The request cannot be read.', { code: 'bad_request' })
    : internalError();
}

/**
 * Resolves when the answer has been written or its client has gone; never rejects. A body that fails breaks the
 * connection off: after the status has gone, that is the only way to say that the answer is not whole.
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
    // What has been written still leaves; the missing end of the body says the rest.
    outgoing.socket?.destroySoon();
  }
}

/** Resolves when what was written has been taken, or nobody is there to take it. */
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

/** Its header is worth something before its body is there. */
function isStream({ headers }: Response): boolean {
  return (
    !headers.has('content-length') && headers.get('content-type')?.startsWith('application/json') !== true
  );
}
