// Requests, processes and folders of the benches.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerTo } from '#service/testing/raw-call.ts';

/** On its own connection. @throws unless the answer is 200 */
export async function complete(baseUrl: string, token: string, body: object): Promise<IncomingMessage> {
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

export async function makeFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'inferdeck-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Peak resident megabytes. */
export async function memoryOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  let most = residentMegabytes(pid);
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), 250);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return Math.max(most, residentMegabytes(pid));
}

export function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
}

/** All threads of this process. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** All threads, to 10 ms; NaN without /proc. */
export function processorMsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The program's name may hold spaces; fields 12 and 13 after it are user and system ticks of 10 ms.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
