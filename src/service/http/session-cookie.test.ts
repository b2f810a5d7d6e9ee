import { expect, test } from 'vitest';
import { createSessions } from './authentication.ts';

/** As a browser: cookies are kept by name, and sent to every port of their host. */
function createJar() {
  const cookies = new Map<string, string>();
  return {
    request(): Request {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      return new Request('http://127.0.0.1/v1/models', { headers: { cookie } });
    },
    keep(setCookie: string): void {
      const [name = '', value = ''] = setCookie.split(/[=;]/u);
      cookies.set(name, value);
    },
  };
}

test('signing in to another server on this host, and out of it, leaves the session', () => {
  const jar = createJar();
  const [ours, other] = [createSessions(() => 0), createSessions(() => 0)];
  jar.keep(ours.begin(false));
  jar.keep(other.begin(false));
  expect([ours.has(jar.request()), other.has(jar.request())]).toEqual([true, true]);
  jar.keep(other.end(jar.request()));
  expect([ours.has(jar.request()), other.has(jar.request())]).toEqual([true, false]);
});
