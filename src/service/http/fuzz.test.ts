import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ErrorData } from '#api/schema/error-data.ts';
import { launch, type Running } from '#service/node.ts';
import { answerTo } from '#service/testing/raw-call.ts';
import { anyBody, bytesOf, strangeTargets, strangeValue } from '#service/testing/strange-requests.ts';

/** No answer and no log line may show these. */
const token = 'canary-token-8d21f0a7b6c5';
const prompt = 'canary-prompt-93e4';
const anyOf = anyBody({ model: 'inferdeck/tale-1m', prompt: prompt });

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const written: string[] = [];
let home = '';
let running: Running;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'inferdeck-fuzz-'));
  running = await launch({
    PORT: '0',
    INFERDECK_HOME: home,
    INFERDECK_TOKEN: token,
    INFERDECK_PACE: 'off',
    INFERDECK_SAMPLE: 'off',
    INFERDECK_LOG: 'on',
  });
});

function note(text: unknown): boolean {
  written.push(String(text));
  return true;
}

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation(note);
  vi.spyOn(process.stderr, 'write').mockImplementation(note);
  for (const print of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, print).mockImplementation(note);
});

afterAll(async () => {
  agent.destroy();
  await running.close();
  await rm(home, { recursive: true });
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: Uint8Array;
}

/** Sends a request with the token and asserts what every answer must satisfy. */
async function answerHolds({ method, path, type = 'application/json', body }: Sent): Promise<number> {
  const { port } = new URL(running.url);
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, connection: 'keep-alive' };
  const client = request({ agent, host: '127.0.0.1', port, method, path, headers });
  client.end(body);
  const answer = await answerTo(client);
  let text = '';
  for await (const part of answer) text += String(part);
  const status = answer.statusCode ?? 0;
  if (text.includes(token)) throw new Error('The answer shows the token.');
  if (/\bat .*\.ts:\d|node:internal|node_modules|SQLITE/u.test(text)) throw new Error(`Insides: ${text}`);
  if (status >= 500) throw new Error(`A fault inside: ${status} ${text}`);
  if (status >= 400 && method !== 'HEAD') ErrorData.parse(JSON.parse(text));
  return status;
}

describe('the process survives any request, refusals are ErrorData, and nothing leaks', () => {
  test('POST /v1/completions', async () => {
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(anyOf, async (body) => {
      const status = await answerHolds({ method: 'POST', path: '/v1/completions', body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    await fc.assert(property, { numRuns: 400 });
    // Both kinds occurred, so neither check passes vacuously.
    expect(statuses.get(200)).toBeGreaterThan(10);
    expect(statuses.get(400)).toBeGreaterThan(50);
  });

  test('POST and DELETE /session', async () => {
    const secret = strangeValue.map((value) => bytesOf(JSON.stringify({ secret: value })));
    const method = fc.constantFrom('POST', 'DELETE');
    const property = fc.asyncProperty(method, fc.oneof(anyOf, secret), async (verb, body) => {
      expect(await answerHolds({ method: verb, path: '/session', body })).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  test('every other route, with any method, identifier, query, type and body', async () => {
    const type = fc.constantFrom(
      'application/json',
      'text/plain',
      'x',
      'application/json;;',
      'multipart/form-data',
    );
    const method = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
    const sent = fc.record(
      { method, path: strangeTargets, type, body: anyOf },
      { requiredKeys: ['method', 'path'] },
    );
    const property = fc.asyncProperty(sent, async (each) => {
      expect(await answerHolds(each)).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 400 });
  });

  test('the service answers as before and has logged no token and no prompt', async () => {
    const body = bytesOf(JSON.stringify({ model: 'inferdeck/tale-1m', prompt: prompt, max_tokens: 2 }));
    expect(await answerHolds({ method: 'POST', path: '/v1/completions', body })).toBe(200);
    expect(written.join('\n')).toContain('POST /v1/completions 200');
    expect(written.filter((line) => line.includes('canary'))).toEqual([]);
    expect(written.filter((line) => line.includes('Internal error'))).toEqual([]);
  });
});
