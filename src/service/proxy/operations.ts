// Proxied operations: an allowlist of the documented ones and two optional ones.
import { metricParameters } from '#service/fine-tunes/operations.ts';
import { readJsonText } from '#service/http/body.ts';
import { HttpError } from '#service/http/http-error.ts';
import type { Call, Operation } from '#service/http/operation.ts';
import type { UpstreamAddress } from './address.ts';
import { createSender, type OutgoingCall, type ExchangeTimeouts, type Sender } from './exchange.ts';
import { refusalFor } from './failures.ts';
import { relay } from './relay.ts';

export interface UpstreamParts {
  readonly address: UpstreamAddress;
  /** Ends open streams with an error event. */
  readonly cut: AbortSignal;
  /** Receives the cause when a stream breaks off, such as ECONNRESET. */
  readonly onBreakOff: (cause: string) => void;
  readonly timeouts?: ExchangeTimeouts;
  /** The only trusted certificate authority, in place of the known ones; for tests. */
  readonly ca?: string;
}

/** Names the hosted service on every proxied answer. */
const upstreamHeader = 'x-inferdeck-upstream';

/** A JSON completion may take ten minutes to send its first byte. */
const timeouts: ExchangeTimeouts = { connectMs: 10_000, readMs: 30_000, generateMs: 600_000 };

type Row = Pick<Operation, 'method' | 'path' | 'query'>;

const table: readonly Row[] = [
  { method: 'POST', path: '/v1/completions', query: [] },
  { method: 'GET', path: '/v1/models', query: [] },
  { method: 'GET', path: '/v1/hardware', query: ['model'] },
  { method: 'GET', path: '/v1/fine-tunes', query: [] },
  { method: 'GET', path: '/v1/fine-tunes/:id/checkpoints', query: [] },
  { method: 'GET', path: '/v1/fine-tunes/:id/events', query: [] },
  { method: 'GET', path: '/v1/fine-tunes/:id/metrics', query: metricParameters },
  { method: 'GET', path: '/v1/jobs/:jobId', query: [] },
];

export function upstreamOperations(parts: UpstreamParts): readonly Operation[] {
  const sender = createSender({ timeouts, ...parts });
  return table.map((row) => ({
    method: row.method,
    path: row.path,
    query: row.query,
    answer: async (call) => {
      const answer = await forward(row, call, parts, sender).catch((error: unknown) => {
        if (error instanceof HttpError) return error.response();
        throw error;
      });
      answer.headers.set(upstreamHeader, parts.address.host);
      return answer;
    },
  }));
}

async function forward(row: Row, call: Call, parts: UpstreamParts, sender: Sender): Promise<Response> {
  const { address, onBreakOff } = parts;
  const { request } = call;
  const outgoing: OutgoingCall = {
    method: row.method,
    target: targetOf(row, call),
    body: row.method === 'POST' ? await readObject(request) : null,
  };
  const exchange = await sender.send(outgoing, request.signal).catch((error: unknown) => {
    throw refusalFor(error, address.host);
  });
  return relay(exchange, { address, withBody: request.method !== 'HEAD', onBreakOff });
}

/** The path below the base path, with its ids, and the query rebuilt from known names. */
function targetOf({ path, query }: Row, { request, ids }: Call): string {
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

/** The body as received, to keep every number and every unknown field unchanged. */
async function readObject(request: Request): Promise<string> {
  const { text, value } = await readJsonText(request);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  throw new HttpError(400, 'The request body must be a JSON object.', { code: 'invalid_value' });
}
