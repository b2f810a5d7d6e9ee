import { createServer, request } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { answerTo } from '#service/testing/raw-call.ts';
import { StoreError } from '#service/store/database.ts';
import { logRequests, reportFailure } from './access-log.ts';
import { routeOf, routes } from './operation.ts';

const server = createServer();

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a request becomes one line, without its query, its identifiers, its headers or its body', async () => {
  const lines: string[] = [];
  server.on(
    'request',
    logRequests(
      (_incoming, outgoing) => {
        outgoing.writeHead(404).end();
      },
      (line) => lines.push(line),
    ),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  for (const path of [
    '/v1/jobs/job-secret?key=secret',
    '/v1/secret',
    '/v1/models',
    '/playground?prompt=secret',
  ]) {
    const client = request({
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers: { authorization: 'secret' },
    });
    client.end('secret');
    (await answerTo(client)).resume();
  }
  await expect.poll(() => lines.length).toBe(4);
  expect(lines.map((line) => line.replace(/\d+ ms$/u, 'n ms'))).toEqual([
    'POST /v1/jobs/:jobId 404 n ms',
    'POST unknown 404 n ms',
    'POST /v1/models 404 n ms',
    'POST page 404 n ms',
  ]);
});

test('a failure is reported by its code and never by its message, a sentence for users as it is', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reportFailure(Object.assign(new TypeError('secret'), { code: 'SQLITE_FULL' }));
  reportFailure(new RangeError('secret'));
  reportFailure(new StoreError('Uploads have stopped.'));
  const lines = said.mock.calls.map(([text]) => String(text));
  said.mockRestore();
  expect(lines.map((line) => line.split('\n', 1)[0])).toEqual([
    'Internal error: TypeError (SQLITE_FULL).',
    'Internal error: RangeError.',
    'Uploads have stopped.',
  ]);
  expect(lines.join('')).not.toContain('secret');
  expect(lines.at(-1)).toBe('Uploads have stopped.\n');
});

test.each([
  ...routes.map((route) => [route.replaceAll(/:\w+/gu, 'a.b-1'), route]),
  ['/session', '/session'],
  ['/session/x', 'unknown'],
  ['/v1', 'unknown'],
  ['/v1/jobs', 'unknown'],
  ['/v1/jobs/', 'unknown'],
  ['/v1/jobs/a/b', 'unknown'],
  ['/v1/models/', 'unknown'],
  ['/v1/a/v1/models', 'unknown'],
  ['/v1/fine-tunes/a/b/events', 'unknown'],
  ['/v1x/models', 'page'],
  ['/sessions', 'page'],
  ['/a/v1/models', 'page'],
  ['/', 'page'],
])('a request to %s is logged as %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});
