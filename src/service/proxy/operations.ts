// Proxied operations: those of the API, nothing else.
import { readJsonText } from '#service/http/body.ts';
import { HttpError } from '#service/http/http-error.ts';
import { endpoints, type Call, type Endpoint, type Operation } from '#service/http/operation.ts';
import {
  createSender,
  type OutgoingCall,
  type ExchangeTimeouts,
  type Sender,
  type SenderParts,
  exchangeError,
} from './exchange.ts';
import { relay } from './relay.ts';

export interface UpstreamParts extends Omit<SenderParts, 'timeouts'> {
  readonly timeouts?: ExchangeTimeouts;
  /** Receives the cause, such as ECONNRESET. */
  readonly onInterrupted: (cause: string) => void;
}

const upstreamHeader = 'x-inferdeck-upstream';

/** A JSON completion may take ten minutes to its first byte. */
const timeouts: ExchangeTimeouts = { connectMs: 10_000, readMs: 30_000, generateMs: 600_000 };

export function upstreamOperations(parts: UpstreamParts): readonly Operation[] {
  const sender = createSender({ timeouts, ...parts });
  return Object.values(endpoints).map((endpoint) => ({
    method: endpoint.method,
    path: endpoint.path,
    query: endpoint.query,
    answer: async (call) => {
      const answer = await forward(endpoint, call, parts, sender).catch((error: unknown) => {
        if (error instanceof HttpError) return error.response();
        throw error;
      });
      answer.headers.set(upstreamHeader, parts.address.host);
      return answer;
    },
  }));
}

async function forward(
  endpoint: Endpoint,
  call: Call,
  parts: UpstreamParts,
  sender: Sender,
): Promise<Response> {
  const { address, onInterrupted } = parts;
  const { request } = call;
  const outgoing: OutgoingCall = {
    method: endpoint.method,
    target: targetOf(endpoint, call),
    body: endpoint.method === 'POST' ? await readObject(request) : null,
  };
  const exchange = await sender.send(outgoing, request.signal).catch((error: unknown) => {
    throw exchangeError(error, address.host);
  });
  return relay(exchange, { address, withBody: request.method !== 'HEAD', onInterrupted });
}

/** The query is rebuilt from known names. */
function targetOf({ path, query }: Endpoint, { request, ids }: Call): string {
  const place = path
    .replace(/^\/v1/u, '')
    .replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  const asked = new URL(request.url).searchParams;
  const search = new URLSearchParams();
  for (const name of query) {
    const value = asked.get(name);
    if (value !== null) search.set(name, value);
  }
  return search.size === 0 ? place : `${place}?${search.toString()}`;
}

/** Unchanged, to keep every number and unknown field. */
async function readObject(request: Request): Promise<string> {
  const { text, value } = await readJsonText(request);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  throw new HttpError(400, 'The request body must be a JSON object.', { code: 'invalid_value' });
}
