// Service bench: startup time, memory, proxy latency.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { answerTo } from '#service/testing/http-answer.ts';
import { startService } from '#tools/setup/service-process.ts';
import { atMost, quantileOf, type BenchRow } from './row.ts';

const eventsPerSecond = 50;
const crowd = 500;

/** Takes about half a minute. Times are compared within one run; memory is that of the service's process alone. */
export async function benchService(): Promise<BenchRow[]> {
  return [...(await benchStart()), ...(await benchMemory()), ...(await benchProxy())];
}

async function benchStart(): Promise<BenchRow[]> {
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    const service = await startService();
    seconds.push((performance.now() - began) / 1_000);
    await service.stop();
  }
  return [atMost('start to ready, from a built tree', quantileOf(seconds, 0.5), 's', 2)];
}

async function benchMemory(): Promise<BenchRow[]> {
  const service = await startService({ INFERDECK_PACE: 'off' });
  const idle = residentMegabytes(service.pid);
  let most = idle;
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(service.pid))), 250);
  const body = { model: 'inferdeck/tale-1m', prompt: 'Once upon a time', max_tokens: 100, stream: true };
  const answers = await Promise.all(
    Array.from({ length: crowd }, async () => textOf(await post(`${service.url}/v1`, service.token, body))),
  );
  clearInterval(watch);
  await service.stop();
  const isWhole = answers.every((text) => text.endsWith('data: [DONE]\n\n'));
  if (!isWhole) throw new Error('A stream of the embedded model did not end as it should.');
  return [
    atMost('resident memory after the start', idle, 'MB', 300),
    atMost(`resident memory, ${crowd} streams of the embedded model`, most, 'MB', 300),
  ];
}

async function benchProxy(): Promise<BenchRow[]> {
  const upstream = await startUpstream();
  const service = await startService({
    INFERDECK_UPSTREAM: upstream.baseUrl,
    INFERDECK_API_KEY: 'bench',
    INFERDECK_LOG: '',
  });
  const proxied = `${service.url}/v1`;
  const few = { streams: 50, events: 4 * eventsPerSecond };
  // Interleaved, so that other load affects both; the first round is a warm-up.
  const added: Record<'p50' | 'p99', number[]> = { p50: [], p99: [] };
  for (let round = 0; round < 4; round++) {
    const read = await follow(upstream.baseUrl, 'bench', few);
    const relayed = await follow(proxied, service.token, few);
    if (round === 0) continue;
    added.p50.push(quantileOf(relayed.delaysMs, 0.5) - quantileOf(read.delaysMs, 0.5));
    added.p99.push(quantileOf(relayed.delaysMs, 0.99) - quantileOf(read.delaysMs, 0.99));
  }
  const many = await follow(proxied, service.token, { streams: crowd, events: 4 * eventsPerSecond });
  await service.stop();
  upstream.close();
  const name = `${few.streams} streams × ${eventsPerSecond} events a second`;
  return [
    { name: `${name}: the service adds, p50`, value: quantileOf(added.p50, 0.5), unit: 'ms' },
    atMost('the same, p99; other work on the machine shows here first', quantileOf(added.p99, 0.5), 'ms', 10),
    atMost(`${crowd} streams × ${eventsPerSecond} events a second: events lost`, many.lost, 'events', 0),
  ];
}

const Asked = z.object({ max_tokens: z.number() });
const Event = z.object({ position: z.number(), sentAt: z.number() });

/** A hosted service that sends `max_tokens` events, fifty a second, each with its send time. */
async function startUpstream(): Promise<{ readonly baseUrl: string; close(): void }> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { max_tokens: count } = Asked.parse(await json(incoming));
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

/** Reads concurrent streams: the latency of each event, and how many were out of order. */
async function follow(
  baseUrl: string,
  token: string,
  { streams, events }: { readonly streams: number; readonly events: number },
): Promise<{ readonly delaysMs: readonly number[]; readonly lost: number }> {
  const delaysMs: number[] = [];
  let lost = 0;
  const readOne = async () => {
    const body = { model: 'bench', prompt: '', max_tokens: events, stream: true };
    let rest = '';
    let next = 0;
    for await (const part of await post(baseUrl, token, body)) {
      const receivedAt = performance.now();
      const pieces = (rest + String(part)).split('\n\n');
      rest = pieces.pop() ?? '';
      for (const piece of pieces) {
        if (piece === 'data: [DONE]') continue;
        const { position, sentAt } = Event.parse(JSON.parse(piece.slice('data: '.length)));
        if (position === next) next += 1;
        delaysMs.push(receivedAt - sentAt);
      }
    }
    lost += events - next;
  };
  await Promise.all(Array.from({ length: streams }, readOne));
  return { delaysMs, lost };
}

async function post(baseUrl: string, token: string, body: object): Promise<IncomingMessage> {
  const client = request(`${baseUrl}/completions`, {
    agent: false,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  client.end(JSON.stringify(body));
  const response = await answerTo(client);
  if (response.statusCode !== 200) throw new Error(`The answer is ${response.statusCode}.`);
  return response.setEncoding('utf8');
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response) text += String(part);
  return text;
}

/** Resident memory from `ps`, which works on both Linux and macOS. */
function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
