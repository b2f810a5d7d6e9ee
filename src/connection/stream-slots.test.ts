import { expect, test, vi } from 'vitest';
import { createStreamSlots, originOf } from './stream-slots.ts';

const origin = 'http://one.test';

test('four requests run at once, and the fifth starts when one of them ends', () => {
  const slots = createStreamSlots(4);
  const went: number[] = [];
  const leaves = [0, 1, 2, 3, 4].map((name) => slots.enter(origin, () => went.push(name)));
  expect(went).toEqual([0, 1, 2, 3]);
  expect(slots.count(origin)).toEqual({ running: 4, waiting: 1 });
  leaves[2]?.();
  leaves[2]?.();
  expect(went).toEqual([0, 1, 2, 3, 4]);
  expect(slots.count(origin)).toEqual({ running: 4, waiting: 0 });
});

test('a request with priority starts before all that wait', () => {
  const slots = createStreamSlots(1);
  const went: string[] = [];
  const leave = slots.enter(origin, () => went.push('running'));
  slots.enter(origin, () => went.push('patient'));
  slots.enter(origin, () => went.push('pressed'), true);
  leave();
  expect(went).toEqual(['running', 'pressed']);
});

test('a request that leaves the queue never starts, and each origin has its own queue', () => {
  const slots = createStreamSlots(1);
  const went: string[] = [];
  const leave = slots.enter(origin, () => went.push('a'));
  slots.enter(origin, () => went.push('b'))();
  slots.enter('http://two.test', () => went.push('c'));
  leave();
  expect(went).toEqual(['a', 'c']);
  expect(slots.count(origin)).toEqual({ running: 0, waiting: 0 });
});

test.each([
  ['left for good starts nothing more', false, ['a']],
  ['that may be shown again goes on', true, ['a', 'b', 'c']],
])('a page %s', (_, persisted, expected) => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const slots = createStreamSlots(2);
  vi.unstubAllGlobals();
  const went: string[] = [];
  const leave = slots.enter(origin, () => went.push('a'));
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  leave();
  slots.enter(origin, () => went.push('b'));
  slots.enter(origin, () => went.push('c'));
  expect(went).toEqual(expected);
});

test('an address without an origin resolves to the page itself', () => {
  expect(originOf('https://host.test:8443/v1')).toBe('https://host.test:8443');
  expect(originOf('/v1')).toBe('http://localhost');
});
