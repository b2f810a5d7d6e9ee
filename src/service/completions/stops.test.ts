import { expect, test } from 'vitest';
import { stopsUnder } from './stops.ts';

test('a run stops with its client, and the others go on', () => {
  const stopFor = stopsUnder(new AbortController().signal);
  const client = new AbortController();
  const leaving = stopFor(client.signal);
  const staying = stopFor(new AbortController().signal);
  client.abort();
  expect([leaving.signal.aborted, staying.signal.aborted]).toEqual([true, false]);
});

test('every open run stops with the service, and one that begins after that at once', () => {
  const cut = new AbortController();
  const stopFor = stopsUnder(cut.signal);
  const open = Array.from({ length: 20 }, () => stopFor(new AbortController().signal));
  cut.abort();
  expect(open.every(({ signal }) => signal.aborted)).toBe(true);
  expect(stopFor(new AbortController().signal).signal.aborted).toBe(true);
  expect(stopsUnder(new AbortController().signal)(AbortSignal.abort()).signal.aborted).toBe(true);
});
