// SSE decoding bench.
import OpenAI from 'openai';
import Together from 'together-ai';
import { streamCompletion } from '#api/stream.ts';
import { Recording } from '#run/recording.ts';
import { atLeast, atMost, median, type BenchRow } from './row.ts';

const chunkCount = 20_000;
const rounds = 9;
const warmUps = 2;
const baseUrl = 'http://127.0.0.1/v1';
const connection = { id: 'bench', baseUrl, token: null };
const request = { prompt: 'p', model: 'm' };

/**
 * 20,000 chunks; medians of nine interleaved rounds. With one event per read, the SDKs have no bar: three
 * times faster would be less than the floor.
 */
export async function benchDecode(): Promise<BenchRow[]> {
  const payloads = Array.from({ length: chunkCount }, (_, i) => JSON.stringify(chunk(i)));
  const events = [...payloads, '[DONE]'].map((data) => new TextEncoder().encode(`data: ${data}\n\n`));
  const parse = () => payloads.filter((payload) => JSON.parse(payload) !== null).length;

  const large = await measure(regrouped(events, 65_536), async () => parse());
  const small = await measure(events, async (reads) => (await drain(reads)) + parse());
  return [
    ...rowsOf('64 KiB a read', 'JSON.parse alone', large),
    atLeast('64 KiB a read: ours against the openai SDK', large.openai / large.chunks, '× faster', 3),
    atLeast('64 KiB a read: ours against the together-ai SDK', large.together / large.chunks, '× faster', 3),
    ...rowsOf('one event a read', 'the reads and JSON.parse alone', small),
    {
      name: 'one event a read: ours against the openai SDK',
      value: small.openai / small.chunks,
      unit: '× faster',
    },
    {
      name: 'one event a read: ours against the together-ai SDK',
      value: small.together / small.chunks,
      unit: '× faster',
    },
  ];
}

interface Medians {
  readonly floor: number;
  readonly chunks: number;
  readonly recording: number;
  readonly openai: number;
  readonly together: number;
}

function rowsOf(label: string, floor: string, medians: Medians): BenchRow[] {
  return [
    { name: `${label}: ${floor}`, value: medians.floor, unit: 'ms' },
    { name: `${label}: ours, bytes to chunks`, value: medians.chunks, unit: 'ms' },
    { name: `${label}: ours, bytes to recording`, value: medians.recording, unit: 'ms' },
    { name: `${label}: openai SDK`, value: medians.openai, unit: 'ms' },
    { name: `${label}: together-ai SDK`, value: medians.together, unit: 'ms' },
    atMost(`${label}: bytes to chunks against the floor`, medians.chunks / medians.floor, '×', 2.5),
    atMost(`${label}: bytes to recording against the floor`, medians.recording / medians.floor, '×', 2.5),
  ];
}

async function measure(
  reads: readonly Uint8Array[],
  floor: (reads: readonly Uint8Array[]) => Promise<number>,
): Promise<Medians> {
  const answer = () => Promise.resolve(streamed(reads));
  const openai = new OpenAI({ apiKey: 'none', baseURL: baseUrl, maxRetries: 0, fetch: answer });
  const together = new Together({ apiKey: 'none', baseURL: baseUrl, maxRetries: 0, fetch: answer });
  const runs = {
    floor: () => floor(reads),
    chunks: () => chunksOf(answer),
    recording: () => recordingOf(answer),
    openai: async () => countOf(await openai.completions.create({ ...request, stream: true })),
    together: async () => countOf(await together.completions.create({ ...request, stream: true })),
  };
  const times = new Map<string, number[]>();
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, run] of Object.entries(runs)) {
      const start = performance.now();
      const count = await run();
      const took = performance.now() - start;
      if (count !== chunkCount) throw new Error(`${name} brought ${count} of ${chunkCount} chunks`);
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), took]);
    }
  }
  const of = (name: keyof typeof runs) => median(times.get(name) ?? []);
  return {
    floor: of('floor'),
    chunks: of('chunks'),
    recording: of('recording'),
    openai: of('openai'),
    together: of('together'),
  };
}

async function chunksOf(answer: () => Promise<Response>): Promise<number> {
  let count = 0;
  for await (const { events } of streamCompletion(connection, answer, request)) count += events.length;
  return count;
}

async function recordingOf(answer: () => Promise<Response>): Promise<number> {
  const recording = new Recording(request);
  for await (const { receivedAt, events } of streamCompletion(connection, answer, request)) {
    for (const event of events) recording.append(event.chunk, receivedAt);
  }
  return recording.tokenCount;
}

async function countOf(stream: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of stream) count++;
  return count;
}

/** Returns 0. */
async function drain(reads: readonly Uint8Array[]): Promise<number> {
  const { body } = streamed(reads);
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read());
  return 0;
}

/** In exactly these reads. */
function streamed(reads: readonly Uint8Array[]): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const bytes = reads[next++];
      if (bytes) controller.enqueue(bytes);
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function regrouped(events: readonly Uint8Array[], size: number): Uint8Array[] {
  const bytes = Buffer.concat(events);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

function chunk(i: number): object {
  const text = i % 20 === 19 ? '\n' : ` word${i % 977}`;
  return {
    id: 'cmpl-5f3759df-1c9e-4d6a',
    token: { id: 1_000 + (i % 49_000), text, logprob: -((i % 997) / 131), special: false },
    choices: [{ index: 0, text }],
    usage: null,
    seed: 1_234_567,
    finish_reason: null,
  };
}
