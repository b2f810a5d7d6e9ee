// From Node's request and response to Web ones: the raw request is judged first, and the client's leaving is heard.
import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { judgeRawRequest } from '#service/gate/target.ts';
import { ANSWER_HEADERS } from '#service/gate/answer-headers.ts';
import { internalRefusal, Refusal } from '#service/refusal.ts';
import { writeAnswer } from './writing.ts';

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
function judgeVersion({ httpVersionMajor }: IncomingMessage, outgoing: unknown): Refusal | null {
  if (!(outgoing instanceof ServerResponse) || httpVersionMajor === 1) return null;
  return new Refusal(400, 'This is not a version of HTTP that is spoken here.', { code: 'bad_request' });
}

/** Answers a refusal below the Web's Request and Response. */
export function sendRefusal(outgoing: ServerResponse, refusal: Refusal): void {
  const body = JSON.stringify(refusal.body());
  const headers = { ...ANSWER_HEADERS, ...refusal.details.headers, 'Content-Type': 'application/json' };
  outgoing.writeHead(refusal.status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** The adapter's own errors are about requests that cannot be made a Web Request: a broken Host, for one. */
function refusalOf(error: unknown): Refusal {
  const isRequest = error instanceof Error && error.name === 'RequestError';
  return isRequest
    ? new Refusal(400, 'The request cannot be read.', { code: 'bad_request' })
    : internalRefusal();
}
