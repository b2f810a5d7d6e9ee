// The upstream of the race: a small HTTP server that streams documented chunks at a known pace and remembers what it sent.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

/** One answer as it was sent, so that what a page shows can be held against it. */
export interface SentAnswer {
  /** By choice. Token ids and the whole text. */
  readonly lanes: readonly { readonly ids: readonly number[]; readonly text: string }[];
  /** Resolves to the wall clock (milliseconds since 1970) at which the answer was closed, by its end or its reader. */
  readonly left: Promise<number>;
}

/** The server while it runs. */
export interface RaceServer {
  /** Base address, with /v1. */
  readonly baseUrl: string;
  /** Answers so far, in the order of their requests. */
  readonly answers: readonly SentAnswer[];
  close(): void;
}

/** The model that streams as fast as it is read, and one that streams 200 tokens a second. */
export const raceModels = { burst: 'race/burst', steady: 'race/steady' } as const;

const tokensPerSecond = 200;

const Asked = z.object({ model: z.string(), max_tokens: z.number(), n: z.number().default(1) });

/** Starts the server on a free port of the loopback address. It streams `max_tokens` tokens to each of `n` choices. */
export async function startRaceServer(): Promise<RaceServer> {
  const answers: SentAnswer[] = [];
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === 'POST') void answer(incoming, outgoing, answers);
    else sendModels(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    answers,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, answers: SentAnswer[]) {
  const asked = Asked.parse(JSON.parse(await text(incoming)));
  const lanes = Array.from({ length: asked.n }, (_, index) => laneOf(index, asked.max_tokens));
  const left = once(outgoing, 'close').then(() => performance.timeOrigin + performance.now());
  answers.push({ lanes, left });
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  await stream(outgoing, asked);
}

/** Position by position, one event a choice: the choices are interleaved, as a batch of the same prompt arrives. */
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
    const dueAt = startedAt + ((position + 1) * 1000) / tokensPerSecond;
    if (isSteady) await pause(dueAt - performance.now());
    else if (!isTaken) await drained(outgoing);
  }
  outgoing.end(`${events}data: [DONE]\n\n`);
}

/** Characters that a burst writes at once: it must not be the writing that is measured. */
const writeLength = 65_536;

// An answer that its reader leaves never drains.
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go);
      outgoing.off('close', go);
      resolve();
    };
    outgoing.on('drain', go);
    outgoing.on('close', go);
  });
}

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

// Words, line ends, and characters of two UTF-16 units; choices part ways after their first twenty tokens.
function tokenOf(index: number, position: number): { readonly id: number; readonly text: string } {
  const id = 1000 + ((position * 31 + (position < 20 ? 0 : index * 17)) % 4099);
  if (position % 29 === 28) return { id: 10, text: '\n' };
  return { id, text: id % 211 === 0 ? ' 🦊' : ` word${id}` };
}

function laneOf(index: number, count: number): SentAnswer['lanes'][number] {
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

function pause(ms: number): Promise<void> | void {
  if (ms > 1) return new Promise((resolve) => setTimeout(resolve, ms));
}
