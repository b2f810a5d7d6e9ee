// Proxy bench: streams proxied and direct.
import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { complete, memoryOf, processorMsOf } from './resources.ts';
import { atMost, median, quantileOf, type BenchRow } from './row.ts';
import { startBefore } from './upstreams.ts';

const eventsPerSecond = 50;
const seconds = 4;
const rounds = 3;

/** Rounds alternate, so that other load affects both; the first pair warms up. */
export async function benchProxy(): Promise<BenchRow[]> {
  return [...(await relay(50)), ...(await relay(500))];
}

async function relay(count: number): Promise<BenchRow[]> {
  await using service = await startBefore(answer, { INFERDECK_LOG: '' });
  const direct: number[] = [];
  const proxied: number[] = [];
  const opening: number[] = [];
  const added: number[] = [];
  let lost = 0;
  let usedMs = 0;
  const memory = await memoryOf(service.pid, async () => {
    for (let round = 0; round < 1 + rounds; round++) {
      const read = await follow(service.upstreamUrl, 'bench', count);
      const before = processorMsOf(service.pid);
      const relayed = await follow(`${service.url}/v1`, service.token, count);
      lost += read.lost + relayed.lost;
      if (round === 0) continue;
      usedMs += processorMsOf(service.pid) - before;
      direct.push(quantileOf(read.delaysMs, 0.99));
      proxied.push(quantileOf(relayed.delaysMs, 0.99));
      opening.push(quantileOf(relayed.openingMs, 0.99));
      added.push(quantileOf(relayed.delaysMs, 0.5) - quantileOf(read.delaysMs, 0.5));
    }
  });
  const name = `${count} streams × ${eventsPerSecond} events a second`;
  const most = Math.max(median(direct) + 10, 2 * median(direct));
  return [
    atMost(`${name}: events lost`, lost, 'events', 0),
    { name: `${name}: the service adds, p50`, value: median(added), unit: 'ms' },
    { name: `${name}: direct, p99`, value: median(direct), unit: 'ms' },
    atMost(`${name}: through the service, p99`, median(proxied), 'ms', most),
    {
      name: `${name}: through the service, p99 of the first second, as all are opened at once`,
      value: median(opening),
      unit: 'ms',
    },
    {
      name: `${name}: processor time an event`,
      value: usedMs / (rounds * count * eventsPerSecond * seconds),
      unit: 'ms',
    },
    atMost(`${name}: resident memory`, memory, 'MB', 300),
  ];
}

const Asked = z.object({ max_tokens: z.number() });
const Event = z.object({ position: z.number(), sentAt: z.number() });

/** Events carry their send time. */
function answer(outgoing: ServerResponse, { body }: { readonly body: string }): void {
  const { max_tokens: count } = Asked.parse(JSON.parse(body));
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  let position = 0;
  const timer = setInterval(() => {
    const choices = [{ index: 0, text: ' word' }];
    const event = { id: 'bench', choices, usage: null, position, sentAt: performance.now() };
    outgoing.write(`data: ${JSON.stringify(event)}\n\n`);
    position += 1;
    if (position < count) return;
    clearInterval(timer);
    outgoing.end('data: [DONE]\n\n');
  }, 1_000 / eventsPerSecond);
  outgoing.once('close', () => clearInterval(timer));
}

/** Latencies, those of the first second by themselves, and events out of order. */
async function follow(
  baseUrl: string,
  token: string,
  streams: number,
): Promise<{
  readonly delaysMs: readonly number[];
  readonly openingMs: readonly number[];
  readonly lost: number;
}> {
  const delaysMs: number[] = [];
  const openingMs: number[] = [];
  const events = seconds * eventsPerSecond;
  let lost = 0;
  const readOne = async () => {
    const body = { model: 'bench', prompt: '', max_tokens: events, stream: true };
    let rest = '';
    let next = 0;
    for await (const part of await complete(baseUrl, token, body)) {
      const receivedAt = performance.now();
      const pieces = (rest + String(part)).split('\n\n');
      rest = pieces.pop() ?? '';
      for (const piece of pieces) {
        if (piece === 'data: [DONE]') continue;
        const { position, sentAt } = Event.parse(JSON.parse(piece.slice('data: '.length)));
        if (position === next) next += 1;
        (position < eventsPerSecond ? openingMs : delaysMs).push(receivedAt - sentAt);
      }
    }
    lost += events - next;
  };
  await Promise.all(Array.from({ length: streams }, readOne));
  return { delaysMs, openingMs, lost };
}
