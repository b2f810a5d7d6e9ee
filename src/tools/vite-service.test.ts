import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { serveWith } from './vite-service.ts';

const server = createServer();
const listener: RequestListener = (_incoming, outgoing) => void outgoing.end('served');

afterEach(async () => {
  server.close();
  await once(server, 'close');
});

test('a service that could not start is started at the next request, and then kept', async () => {
  let mounts = 0;
  const module = {
    mount: () => {
      mounts += 1;
      if (mounts === 1) return Promise.reject(new Error('the data folder is in use'));
      return Promise.resolve({ listener, token: 't', close: () => Promise.resolve() });
    },
  };
  const lines: string[] = [];
  const serve = serveWith(
    server,
    () => Promise.resolve(module),
    (line) => lines.push(line),
  );
  server.on('request', (incoming, outgoing) =>
    serve(incoming, outgoing, (error?: unknown) => void outgoing.end(String(error))),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/v1/models`)).text();
  await expect(ask()).resolves.toContain('the data folder is in use');
  await expect(ask()).resolves.toBe('served');
  await expect(ask()).resolves.toBe('served');
  expect([mounts, lines.length]).toEqual([2, 1]);
});
