// Hosted services of the benches, each behind Inferdeck.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { startLocalService } from '#api/testing/local-service.ts';
import { at } from '#lib/at.ts';
import { drained } from '#service/http/listener.ts';
import { startService, type RunningService } from '#tools/setup/service-process.ts';

interface ServiceBefore extends RunningService {
  /** Of the hosted service, with /v1. */
  readonly upstreamUrl: string;
}

export async function startBefore(
  upstream: Parameters<typeof startLocalService>[0],
  env: NodeJS.ProcessEnv = {},
): Promise<ServiceBefore> {
  const hosted = await startLocalService(upstream);
  const upstreamUrl = hosted.connection.baseUrl;
  const service = await startService({
    INFERDECK_UPSTREAM: upstreamUrl,
    INFERDECK_API_KEY: 'bench',
    ...env,
  });
  return {
    ...service,
    upstreamUrl,
    async stop() {
      const code = await service.stop();
      await hosted.close();
      return code;
    },
  };
}

export interface SentAnswer {
  readonly choices: readonly { readonly ids: readonly number[]; readonly text: string }[];
  /** Unix milliseconds; closed by either side. */
  readonly closedAt: Promise<number>;
}

export interface RaceService extends RunningService {
  readonly lastAnswer: () => SentAnswer;
}

/** `steady`: 200 tokens a second. */
export const raceModels = { burst: 'race/burst', steady: 'race/steady' } as const;

const tokensPerSecond = 200;

const Asked = z.object({ model: z.string(), max_tokens: z.number(), n: z.number().default(1) });

export async function startRace(): Promise<RaceService> {
  const answers: SentAnswer[] = [];
  const service = await startBefore(async (outgoing, { method, body }) => {
    if (method !== 'POST') return sendModels(outgoing);
    const asked = Asked.parse(JSON.parse(body));
    const choices = Array.from({ length: asked.n }, (_, index) => choiceOf(index, asked.max_tokens));
    const closedAt = once(outgoing, 'close').then(() => performance.timeOrigin + performance.now());
    answers.push({ choices, closedAt });
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    await stream(outgoing, asked);
  });
  return { ...service, lastAnswer: () => at(answers, answers.length - 1) };
}

/** Interleaved, as in a batch. */
async function stream(outgoing: ServerResponse, asked: z.infer<typeof Asked>): Promise<void> {
  const isSteady = asked.model === raceModels.steady;
  const startedAt = performance.now();
  let events = '';
  for (let position = 0; position < asked.max_tokens; position += 1) {
    for (let index = 0; index < asked.n; index += 1) events += eventOf(index, position, asked.max_tokens);
    if (!isSteady && events.length < writeLength) continue;
    if (outgoing.destroyed) return;
    const isTaken = outgoing.write(events);
    events = '';
    const waitMs = startedAt + ((position + 1) * 1000) / tokensPerSecond - performance.now();
    if (isSteady && waitMs > 1) await setTimeout(waitMs);
    if (!isTaken) await drained(outgoing);
  }
  outgoing.end(`${events}data: [DONE]\n\n`);
}

/** Writing must not be what is measured. */
const writeLength = 65_536;

function eventOf(index: number, position: number, count: number): string {
  const { id, text: tokenText } = tokenOf(index, position);
  const isLast = position === count - 1;
  const chunk = {
    id: 'cmpl-race',
    token: { id, text: tokenText, logprob: -((position * 7 + index) % 97) / 13, special: false },
    choices: [{ index, text: tokenText, ...(isLast && { finish_reason: 'length' }) }],
    usage: null,
    seed: 7,
    finish_reason: null,
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

// Choices diverge after twenty tokens.
function tokenOf(index: number, position: number): { readonly id: number; readonly text: string } {
  const id = 1000 + ((position * 31 + (position < 20 ? 0 : index * 17)) % 4099);
  if (position % 29 === 28) return { id: 10, text: '\n' };
  return { id, text: id % 211 === 0 ? ' 🦊' : ` word${id}` };
}

function choiceOf(index: number, count: number): SentAnswer['choices'][number] {
  const tokens = Array.from({ length: count }, (_, position) => tokenOf(index, position));
  return { ids: tokens.map(({ id }) => id), text: tokens.map((token) => token.text).join('') };
}

function sendModels(outgoing: ServerResponse): void {
  const models = Object.values(raceModels).map((id) => ({
    id,
    object: 'model',
    created: 0,
    type: 'language',
  }));
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(models));
}

interface TrainingService extends RunningService {
  readonly id: string;
  /** From the next answer on. */
  report(steps: number): void;
  /** Resolves at the next read of the metrics. */
  read(): Promise<void>;
  /** From the next answer on. */
  finish(): void;
  sockets(): number;
}

/**
 * @param points at first
 * @param events one every few steps
 */
export async function startTraining({
  points,
  events,
}: {
  readonly points: number;
  readonly events: number;
}): Promise<TrainingService> {
  const id = 'ft-acts';
  const startMs = Date.now() - points * 1_000;
  // As text, so that the time that it takes to write is not measured.
  const rowAt = (step: number) => {
    const metric = metricAt(step, startMs);
    return { timestamp: metric.timestamp, text: JSON.stringify(metric) };
  };
  const rows = Array.from({ length: points }, (_, index) => rowAt(index + 1));
  const answerOf = (some: typeof rows) => `{"metrics":[${some.map(({ text }) => text).join()}]}`;
  let whole: string | null = answerOf(rows);
  const jobEvents = Array.from({ length: events }, (_, index) => ({
    object: 'fine-tune-event',
    type: index === 0 ? 'training_start' : 'checkpoint_save',
    hash: `event-${index}`,
    message: index === 0 ? 'Training started.' : 'Checkpoint saved.',
    step: Math.round((index * points) / events),
    created_at: new Date(startMs + ((index * points) / events) * 1_000).toISOString(),
  }));
  let isOver = false;
  let waiting: (() => void)[] = [];
  const job = () => ({
    id,
    status: isOver ? 'completed' : 'running',
    model: 'acme/base',
    model_output_name: 'acme/tuned',
    created_at: new Date(startMs).toISOString(),
    updated_at: new Date(startMs + rows.length * 1_000).toISOString(),
    total_steps: 10 * points,
    steps_completed: rows.length,
    events: jobEvents,
  });
  const sockets = new Set<Socket>();
  const service = await startBefore((response, { url }) => {
    const { socket } = response;
    if (socket !== null && !sockets.has(socket))
      sockets.add(socket.once('close', () => sockets.delete(socket)));
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const body = answerTo(pathname, Number(searchParams.get('logged_at_from') ?? 0));
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(body ?? JSON.stringify({ error: { message: 'Not here.', type: 'not_found' } }));
    if (!pathname.endsWith('/metrics')) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  });

  function answerTo(path: string, fromNs: number): string | undefined {
    if (path === '/v1/models') return '[]';
    if (path === '/v1/fine-tunes') return JSON.stringify({ data: [job()] });
    if (path === `/v1/fine-tunes/${id}`) return JSON.stringify(job());
    if (path === `/v1/fine-tunes/${id}/metrics`) {
      if (fromNs === 0) return (whole ??= answerOf(rows));
      return answerOf(rows.filter(({ timestamp }) => timestamp >= fromNs));
    }
    return path.endsWith('/checkpoints') ? '{"data":[]}' : undefined;
  }

  return {
    ...service,
    id,
    report(steps) {
      for (let step = 0; step < steps; step += 1) rows.push(rowAt(rows.length + 1));
      whole = null;
    },
    read: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    finish() {
      isOver = true;
    },
    sockets: () => sockets.size,
  };
}

const metricAt = (step: number, startMs: number) => ({
  timestamp: (startMs + step * 1_000) * 1e6,
  'train/global_step': step,
  'train/loss': 2 * Math.exp(-step / 40_000) + 0.4 + ((step * 7919) % 9973) / 40_000,
  'train/learning_rate': 5e-5,
});

export interface ListService extends RunningService {
  /** From now on; a status other than 200 needs ErrorData. */
  answer(body: unknown, status?: number): void;
}

/**
 * @param body the first answer
 * @param hardware available ids
 */
export async function startListService(
  body: unknown,
  hardware: readonly string[] = [],
): Promise<ListService> {
  let current = { body: JSON.stringify(body), status: 200 };
  const cards = JSON.stringify({ object: 'list', data: hardware.map(cardOf) });
  const service = await startBefore((response, { url }) => {
    const isModels = url.startsWith('/v1/models');
    response.writeHead(isModels ? current.status : 200, { 'content-type': 'application/json' });
    response.end(isModels ? current.body : cards);
  });
  return {
    ...service,
    answer(next, status = 200) {
      current = { body: JSON.stringify(next), status };
    },
  };
}

const cardOf = (id: string, index: number) => ({
  object: 'hardware',
  id,
  pricing: { cents_per_minute: 1 + (index % 97) },
  specs: { gpu_type: `card-${index % 9}`, gpu_link: 'sxm', gpu_memory: 80, gpu_count: 1 + (index % 8) },
  updated_at: '2026-01-05T00:00:00Z',
  availability: { status: index % 3 === 0 ? 'unavailable' : 'available' },
});

/** With and without prices, organization and context. */
export function manyModels(count: number): readonly Record<string, unknown>[] {
  const makers = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'];
  // A coprime factor shuffles deterministically.
  return Array.from({ length: count }, (_, index) => {
    const mixed = (index * 7919) % count;
    const maker = makers[mixed % makers.length] ?? 'alpha';
    return {
      id: `${maker}/model-${mixed}`,
      object: 'model',
      created: 1_600_000_000 + mixed * 600,
      type: ['chat', 'language', 'code', 'embedding', 'holographic'][mixed % 5],
      display_name: `Model ${mixed}`,
      ...(mixed % 11 !== 0 && { organization: maker }),
      license: mixed % 2 === 0 ? 'MIT' : 'Apache-2.0',
      ...(mixed % 9 !== 0 && { context_length: 1024 * (1 + (mixed % 256)) }),
      ...(mixed % 7 !== 0 && {
        pricing: { input: (mixed % 400) / 100, output: (mixed % 997) / 131, hourly: 0, base: 0, finetune: 0 },
      }),
    };
  });
}
