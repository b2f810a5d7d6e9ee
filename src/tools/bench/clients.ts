// Clients, memory and processor time of the service, for its benches.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { answerTo } from '#service/testing/http-answer.ts';

/** On its own connection; throws unless the answer is 200. Its body is text. */
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

/** Peak resident megabytes during the work. */
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

function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
}

/** Of all threads since the start, to 10 ms; NaN without /proc. */
export function processorMsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The program's name, in parentheses, may hold spaces; user and system ticks of 10 ms are fields 12 and 13
  // after it.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
