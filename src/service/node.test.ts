import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'libsql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerTo } from '#service/testing/raw-call.ts';
import { explain, launch, type LaunchOptions, type Running } from './node.ts';

let home = '';
let running: Running | null = null;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'inferdeck-node-'));
});

afterEach(async () => {
  await running?.close();
  running = null;
  await rm(home, { recursive: true });
});

async function start(env: Record<string, string> = {}, options?: LaunchOptions): Promise<Running> {
  running = await launch(
    { PORT: '0', INFERDECK_HOME: join(home, 'data'), INFERDECK_SAMPLE: 'off', ...env },
    options,
  );
  return running;
}

function complete({ url, token }: Running, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/completions`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'inferdeck/tale-1m', prompt: 'Once', seed: 1, ...body }),
  });
}

test('it starts on a free port, generates a token, and serves page and API on one origin', async () => {
  const { url, token } = await start();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
  expect(token).toMatch(/^[\w-]{32}$/u);
  const models = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${token}` } });
  expect(models.status).toBe(200);
  expect((await fetch(`${url}/v1/models`)).status).toBe(401);
  const page = await fetch(url);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('x-powered-by')).toBeNull();
});

test('it recognises its own page by its headers, and no page under another name', async () => {
  const { url } = await start();
  const { port, host } = new URL(url);
  const statusFor = async (headers: Record<string, string>) => {
    const call = request({ port, host: '127.0.0.1', path: '/v1/models', headers });
    call.end();
    const response = await answerTo(call);
    response.resume();
    return response.statusCode;
  };
  const marks = { host, 'sec-fetch-site': 'same-origin' };
  await expect(statusFor(marks)).resolves.toBe(200);
  await expect(statusFor({ ...marks, origin: url })).resolves.toBe(200);
  await expect(statusFor({ ...marks, origin: 'http://evil.example' })).resolves.toBe(403);
  await expect(statusFor({ ...marks, host: `evil.example:${port}` })).resolves.toBe(403);
  await expect(statusFor({ ...marks, authorization: 'Bearer wrong' })).resolves.toBe(401);
});

test('a stream arrives token by token, at the pace of the settings', async () => {
  const answer = await complete(await start({ INFERDECK_PACE: '1' }), { stream: true, max_tokens: 200 });
  let text = '';
  for await (const bytes of answer.body ?? []) {
    text += Buffer.from(bytes).toString();
    if (text.includes('"token"')) break;
  }
  expect(text).not.toContain('[DONE]');
});

test('a body above 1 MiB gets its answer, and the service continues', async () => {
  const service = await start();
  const refused = await complete(service, { prompt: 'x'.repeat(3 * 1024 * 1024) });
  expect(refused.status).toBe(413);
  await expect(refused.text()).resolves.toContain('request_too_large');
  expect((await complete(service, { max_tokens: 1 })).status).toBe(200);
});

test('a stop lets a running stream finish, then completes', async () => {
  const service = await start({ INFERDECK_PACE: '30' });
  const answer = await complete(service, { stream: true, max_tokens: 10 });
  const closed = service.close();
  await expect(answer.text()).resolves.toMatch(/data: \[DONE\]\n\n$/u);
  await closed;
  await expect(fetch(service.url)).rejects.toThrow();
});

test('a stream that outlasts the stop gets an error event and no [DONE]', async () => {
  const service = await start({ INFERDECK_PACE: '2' }, { drainMs: 50 });
  const answer = await complete(service, { stream: true, max_tokens: 100 });
  await service.close();
  const text = await answer.text();
  expect(text).toMatch(/data: \{"error":\{.*"code":"shutting_down"\}\}\n\n$/u);
  expect(text).not.toContain('[DONE]');
});

test('clients that leave as the service stops are not reported as errors', async () => {
  const service = await start();
  const leaving = new AbortController();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => complete(service, { max_tokens: 200, stream: true }, leaving.signal)),
  );
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const { body } of answers) await body?.getReader().read();
  leaving.abort();
  await service.close();
  expect(reported.mock.calls).toEqual([]);
  reported.mockRestore();
});

test('a store that cannot be closed is reported, and everything else still ends', async () => {
  const service = await start();
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  vi.spyOn(Sqlite.prototype, 'exec').mockImplementation(() => {
    throw new Error('database or disk is full');
  });
  await service.close();
  expect(reported.mock.calls.join('')).toContain('Internal error: Error.');
  expect(ended).toHaveBeenCalled();
});

test('a port in use has its own message', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const error = await start({ PORT: String(port) }).then(
    () => null,
    (reason: unknown) => reason,
  );
  other.close();
  expect(explain(error)).toContain(`Port ${port} is in use. Choose another with PORT=${port + 1}`);
});
