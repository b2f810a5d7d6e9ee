// Overload bench: four times the admitted clients.
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService, type RunningService } from '#tools/setup/service-process.ts';
import { residentMegabytes } from './resources.ts';
import { atMost, quantileOf, type BenchRow } from './row.ts';

const clients = 4 * 512;
const tokens = 50;
const rampMs = 4_000;
/** Below the server's limit: refused clients retry on their open connection. */
const connections = 1_000;

const agent = new Agent({ keepAlive: true, maxSockets: connections });

interface Tally {
  whole: number;
  /** Accepted, then cut or short of tokens. */
  broken: number;
  /** Neither a stream nor a 503. */
  other: number;
  /** Milliseconds to the whole 503, on an open connection. */
  readonly refusals: number[];
  readonly newConnectionRefusals: number[];
}

/** @param isShort 8 seconds instead of 30 */
export async function benchOverload(isShort: boolean): Promise<BenchRow[]> {
  const seconds = isShort ? 8 : 30;
  const service = await startService({ INFERDECK_PACE: 'off', INFERDECK_LOG: '' });
  const tally = emptyTally();
  const memory: number[] = [];
  try {
    await warmUp(service);
    const until = Date.now() + seconds * 1000;
    const watching = watchMemory(service.pid, until, memory);
    await Promise.all(
      Array.from({ length: clients }, (_, client) => keepRequesting(service, client, until, tally)),
    );
    await watching;
  } finally {
    agent.destroy();
    await service.stop();
  }
  const { whole, broken, other, refusals, newConnectionRefusals } = tally;
  const name = `${clients} clients for ${seconds} s`;
  const third = Math.ceil(memory.length / 3);
  const [early, late] = [Math.max(...memory.slice(third, 2 * third)), Math.max(...memory.slice(-third))];
  return [
    { name: `${name}: streams that came whole`, value: whole, unit: 'streams' },
    atMost(`${name}: accepted streams that broke`, broken, 'streams', 0),
    atMost(`${name}: neither accepted nor refused`, other, 'requests', 0),
    { name: `${name}: refused`, value: refusals.length + newConnectionRefusals.length, unit: 'requests' },
    { name: `${name}: refused after, median`, value: quantileOf(refusals, 0.5), unit: 'ms' },
    atMost(`${name}: refused after, 99th percentile`, quantileOf(refusals, 0.99), 'ms', 100),
    atMost(
      `${name}: refused on a new connection, 99th percentile`,
      quantileOf(newConnectionRefusals, 0.99),
      'ms',
      100,
    ),
    { name: `${name}: memory of the service`, value: late, unit: 'MB' },
    atMost(`${name}: memory of the last third to the one before`, late / early, '×', 1.1),
  ];
}

const emptyTally = (): Tally => ({ whole: 0, broken: 0, other: 0, refusals: [], newConnectionRefusals: [] });

/** The overload must meet compiled code. */
async function warmUp(service: RunningService): Promise<void> {
  await Promise.all(Array.from({ length: clients / 2 }, (_, seed) => ask(service, seed, emptyTally())));
  agent.destroy();
}

async function keepRequesting(
  service: RunningService,
  client: number,
  until: number,
  tally: Tally,
): Promise<void> {
  await sleep((client / clients) * rampMs);
  while (Date.now() < until) {
    const wait = await ask(service, client, tally).catch(() => {
      tally.other += 1;
      return 1;
    });
    if (wait > 0) await sleep(wait * 1000);
  }
}

async function ask({ url, token }: RunningService, seed: number, tally: Tally): Promise<number> {
  let began = 0;
  const [answer, isOpen] = await new Promise<[IncomingMessage, boolean]>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(`${url}/v1/completions`, { method: 'POST', headers, agent }, (answered) =>
      resolve([answered, sent.reusedSocket]),
    );
    sent.on('error', reject);
    sent.on('socket', () => {
      began = performance.now();
    });
    sent.end(JSON.stringify({ ...body, seed }));
  });
  if (answer.statusCode === 200) {
    if (await isWhole(answer)) tally.whole += 1;
    else tally.broken += 1;
    return 0;
  }
  await answer.resume().toArray();
  const wait = Number(answer.headers['retry-after']);
  const refusals = isOpen ? tally.refusals : tally.newConnectionRefusals;
  if (answer.statusCode === 503 && wait > 0) refusals.push(performance.now() - began);
  else tally.other += 1;
  return wait > 0 ? wait : 1;
}

/** Forbids the end token: equal lengths. */
const body = {
  model: 'inferdeck/tale-1m',
  prompt: 'Once upon a time',
  max_tokens: tokens,
  logit_bias: { 1023: -100 },
  stream: true,
};

async function isWhole(answer: IncomingMessage): Promise<boolean> {
  let text = '';
  try {
    for await (const part of answer) text += String(part);
  } catch {
    return false;
  }
  return text.endsWith('data: [DONE]\n\n') && text.split('"token":').length - 1 === tokens;
}

async function watchMemory(pid: number, until: number, memory: number[]): Promise<void> {
  while (Date.now() < until) {
    memory.push(residentMegabytes(pid));
    await sleep(1_000);
  }
}
