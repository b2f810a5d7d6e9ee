// Service bench: start, memory, first token.
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as z from 'zod';
import { layoutOf } from '#service/engine/model/shape.ts';
import { decodeWeightFile, encodeWeightFile } from '#service/engine/model/weight-file.ts';
import { baseModelFile } from '#service/engine/start-worker.ts';
import { root } from '#tools/setup/paths.js';
import { type RunningService, startService } from '#tools/setup/service-process.ts';
import { complete, makeFolder, memoryOf, processorMsOf } from './resources.ts';
import { atMost, median, quantileOf, type BenchRow } from './row.ts';

const streamCount = 500;
const firstTokens = 200;

export async function benchService(): Promise<BenchRow[]> {
  await using folder = await makeFolder();
  return [
    ...(await benchStart(join(folder.path, 'checkout'))),
    ...(await benchMemory()),
    ...(await benchFirstToken(folder.path)),
  ];
}

/** From a copy without packages and build. */
async function benchStart(checkout: string): Promise<BenchRow[]> {
  const left = new Set(['node_modules', 'dist', '.git', 'test-results']);
  cpSync(root, checkout, { recursive: true, filter: (path) => !left.has(relative(root, path)) });
  const first = await secondsToReady(checkout);
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++) seconds.push(await secondsToReady(checkout));
  return [
    atMost('first start to ready, with installing and building', first, 's', 60),
    atMost('second start to ready', median(seconds), 's', 2),
  ];
}

async function secondsToReady(checkout: string): Promise<number> {
  const began = performance.now();
  const service = await startService({}, checkout);
  const seconds = (performance.now() - began) / 1_000;
  await service.stop();
  return seconds;
}

async function benchMemory(): Promise<BenchRow[]> {
  await using service = await startService({ INFERDECK_PACE: 'off' });
  const idle = await memoryOf(service.pid, () => Promise.resolve());
  const body = { model, prompt: 'Once upon a time', max_tokens: 100, stream: true };
  const most = await memoryOf(service.pid, () =>
    Promise.all(
      Array.from({ length: streamCount }, async () => {
        const stream = await text(await complete(`${service.url}/v1`, service.token, body));
        if (!stream.endsWith('data: [DONE]\n\n')) throw new Error('A stream did not end as it should.');
      }),
    ),
  );
  return [
    atMost('resident memory after the start', idle, 'MB', 300),
    atMost(`resident memory, ${streamCount} streams of the embedded model`, most, 'MB', 300),
  ];
}

const model = 'inferdeck/tale-1m';

async function benchFirstToken(folder: string): Promise<BenchRow[]> {
  const home = join(folder, 'home');
  const file = join(folder, 'large.bin');
  await writeLargeModel(file);
  await using service = await startService({ INFERDECK_PACE: 'off', INFERDECK_HOME: home });
  await waitRows(service, 'warm-up', 50, manyTimes());
  const alone = await waitRows(service, 'alone', 50, manyTimes());
  const upload = await startUpload(service, home, file);
  const isRunning = async () => (await jobStatus(service, upload)) === 'Running';
  const beside = await waitRows(service, 'beside an upload of 37 MB', 100, isRunning);
  if ((await jobStatus(service, upload)) !== 'Complete') throw new Error('The upload has failed.');
  await startFineTune(service, home, folder);
  return [...alone, ...beside, ...(await waitRows(service, 'beside training', 100, manyTimes()))];
}

function manyTimes(): () => Promise<boolean> {
  let left = firstTokens;
  return () => Promise.resolve(left-- > 0);
}

/** For the first event of a stream, and for any. */
async function waitRows(
  { url, token, pid }: RunningService,
  when: string,
  limitMs: number,
  hasMore: () => Promise<boolean>,
): Promise<BenchRow[]> {
  const waits: number[] = [];
  let longest = 0;
  const before = processorMsOf(pid);
  for (let seed = 0; await hasMore(); seed++) {
    const body = { model, prompt: 'Once upon a time there was', max_tokens: 20, stream: true, seed };
    const began = performance.now();
    let last = began;
    const answer = await complete(`${url}/v1`, token, body);
    for await (const part of answer) {
      const now = performance.now();
      if (waits.length === seed && String(part).includes('"token"')) waits.push(now - began);
      longest = Math.max(longest, now - last);
      last = now;
    }
  }
  const name = `first token ${when}, p99 of ${waits.length}`;
  const cpuMs = (processorMsOf(pid) - before) / waits.length;
  const row = atMost(name, quantileOf(waits, 0.99), 'ms', limitMs);
  return [
    Number.isNaN(cpuMs) ? row : { ...row, cpuMs },
    atMost(`longest wait for an event ${when}`, longest, 'ms', 100),
  ];
}

async function writeLargeModel(file: string): Promise<void> {
  const shape = { vocabulary: 1024, width: 512, layers: 10, heads: 16, hidden: 512, context: 512 };
  const base = decodeWeightFile(await readFile(baseModelFile));
  const weights = new Float32Array(layoutOf(shape).total).fill(0.1);
  await writeFile(file, encodeWeightFile({ ...base, shape, weights }));
}

const Job = z.object({ status: z.string() });

/** Returns the job's id, once it runs. */
async function startUpload(service: RunningService, home: string, file: string): Promise<string> {
  const output = await runTool('upload-model', home, ['--file', file, '--name', 'bench/large', '--detach']);
  const id = /(\S+) is queued/.exec(output)?.[1] ?? '';
  for (;;) {
    const status = await jobStatus(service, id);
    if (status === 'Running') return id;
    if (status === 'Complete' || status === 'Failed') throw new Error(`The upload was ${status} at once.`);
    await sleep(10);
  }
}

/** "Queued" until seen. */
async function jobStatus(service: RunningService, job: string): Promise<string> {
  const answer = await get(service, `/jobs/${job}`);
  return answer.ok ? Job.parse(await answer.json()).status : 'Queued';
}

const FineTunes = z.object({ data: z.array(z.object({ status: z.string() })) });

/** Resolves once it trains. */
async function startFineTune(service: RunningService, home: string, folder: string): Promise<void> {
  const file = join(folder, 'tales.jsonl');
  const line = JSON.stringify({ text: 'Once upon a time there was a small fox. '.repeat(8) });
  await writeFile(file, `${line}\n`.repeat(400));
  await runTool('fine-tune', home, ['--training-file', file, '--n-epochs', '20', '--detach']);
  for (;;) {
    const { data } = FineTunes.parse(await (await get(service, '/fine-tunes')).json());
    if (data.some(({ status }) => status === 'running')) return;
    await sleep(50);
  }
}

async function runTool(tool: string, home: string, args: readonly string[]): Promise<string> {
  const program = [`${root}/src/tools/program.js`, `src/tools/commands/${tool}.ts`];
  const { stdout } = await promisify(execFile)(process.execPath, [...program, ...args], {
    env: { ...process.env, INFERDECK_HOME: home },
  });
  return stdout;
}

function get({ url, token }: RunningService, path: string): Promise<Response> {
  return fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
}
