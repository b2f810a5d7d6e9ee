import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { explain, launch, type Running } from '#service/node.ts';
import { type DialectServer, startDialect, upstreamKey } from '#service/proxy/testing/dialect-server.ts';
import { chunkedHead, chunkOf, startRaw } from '#service/proxy/testing/raw-upstream.ts';
import { createRunning } from '#service/proxy/testing/running.ts';
import { vllm } from '#service/proxy/testing/vllm.ts';

const { keep, closeAll } = createRunning();
let home = '';
let upstream: DialectServer;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'inferdeck-upstream-'));
  upstream = await keep(startDialect(vllm));
});

afterEach(async () => {
  await closeAll();
  await rm(home, { recursive: true });
});

function start(env: Record<string, string> = {}): Promise<Running> {
  const settings = {
    PORT: '0',
    INFERDECK_HOME: join(home, 'data'),
    INFERDECK_UPSTREAM: upstream.baseUrl,
    INFERDECK_API_KEY: upstreamKey,
    ...env,
  };
  return keep(launch(settings));
}

const page = { 'sec-fetch-site': 'same-origin' };

test('the page reaches the hosted service without an engine or a data folder', async () => {
  const { url, token } = await start();
  const models = await fetch(`${url}/v1/models`, { headers: page });
  expect(await models.text()).toBe(vllm.models);
  const body = JSON.stringify({ model: 'm', prompt: 'Once', stream: true });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const stream = await fetch(`${url}/v1/completions`, { method: 'POST', headers, body });
  expect(await stream.text()).toMatch(/data: \[DONE\]\n\n$/u);
  expect((await fetch(`${url}/v1/models`)).status).toBe(401);
  expect(existsSync(join(home, 'data'))).toBe(false);
});

test('the hosted service requires a sign-in, too', async () => {
  const secret = 'access-secret-of-this-test';
  const { url } = await start({ INFERDECK_ORIGINS: 'https://deck.example.org', INFERDECK_TOKEN: secret });
  expect((await fetch(`${url}/v1/models`, { headers: page })).status).toBe(401);
  const body = JSON.stringify({ secret });
  const signedIn = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(signedIn.status).toBe(204);
  const [cookie = ''] = signedIn.headers.getSetCookie();
  const models = await fetch(`${url}/v1/models`, { headers: { cookie: cookie.split(';', 1).join('') } });
  expect(await models.text()).toBe(vllm.models);
  expect(upstream.requests.map(({ headers }) => headers.cookie)).toEqual([undefined]);
});

test('no log line shows the key or a prompt', async () => {
  const lines: string[] = [];
  const note = (text: unknown) => {
    lines.push(String(text));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(note);
  vi.spyOn(process.stderr, 'write').mockImplementation(note);
  for (const print of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, print).mockImplementation(note);
  const dying = await keep(
    startRaw((socket) =>
      socket.write(`${chunkedHead('text/event-stream')}${chunkOf(`data: ${upstreamKey}\n\n`)}`, () =>
        setImmediate(() => socket.resetAndDestroy()),
      ),
    ),
  );
  for (const baseUrl of [upstream.baseUrl, dying.baseUrl, 'http://127.0.0.1:9/v1']) {
    const { url, token } = await start({ INFERDECK_UPSTREAM: baseUrl, INFERDECK_LOG: 'on' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    for (const prompt of ['a secret prompt', 'refuse']) {
      const body = JSON.stringify({ model: 'm', prompt, stream: true });
      await (await fetch(`${url}/v1/completions`, { method: 'POST', headers, body })).text();
    }
    await (await fetch(`${url}/v1/hardware?model=secret-model`, { headers })).text();
  }
  const written = lines.join('\n');
  expect(written).toContain('POST /v1/completions 200');
  expect(written).toContain('The hosted service broke a stream off (ECONNRESET).');
  expect(written).not.toContain(upstreamKey);
  expect(written).not.toContain('secret');
});

test('a proxy to itself is refused with a message', async () => {
  const { url } = await start();
  const { port } = new URL(url);
  await closeAll();
  const error = await launch({ PORT: port, INFERDECK_HOME: home, INFERDECK_UPSTREAM: `${url}/v1` }).catch(
    (reason: unknown) => reason,
  );
  expect(explain(error)).toBe('INFERDECK_UPSTREAM is the address of this server itself.');
});
