// From Node's request and response to Web ones: the raw request is judged first, and the client's leaving is heard.
import type { RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { judgeRawRequest } from '#service/gate/target.ts';
import { ANSWER_HEADERS } from '#service/gate/answer-headers.ts';
import { internalRefusal, Refusal } from '#service/refusal.ts';

/** Answers a Web Request; `remoteAddress` is empty where the connection is gone. */
export type Fetch = (request: Request, remoteAddress: string) => Promise<Response>;

/**
 * A listener for Node's HTTP server, and for the middleware chain of Vite's. The Request's signal aborts when the
 * response's connection closes before its end.
 */
export function createListener(fetch: Fetch): RequestListener {
  const listen = getRequestListener(
    (request, { incoming }) => fetch(request, incoming.socket.remoteAddress ?? ''),
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => refusalOf(error).response(),
    },
  );
  return (incoming, outgoing) => {
    const refusal = judgeRawRequest({ target: incoming.url ?? '', rawHeaders: incoming.rawHeaders });
    if (refusal === null) void listen(incoming, outgoing);
    else sendRefusal(outgoing, refusal);
  };
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
