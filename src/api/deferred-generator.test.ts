import { expect, test } from 'vitest';
import { deferredGenerator } from './deferred-generator.ts';

async function* count(seen: string[]): AsyncGenerator<number, string, undefined> {
  try {
    yield 1;
    yield 2;
    return 'end';
  } finally {
    seen.push('closed');
  }
}

test('nothing is made before the first call, and every value comes', async () => {
  const seen: string[] = [];
  const generator = deferredGenerator(async () => {
    seen.push('made');
    return count(seen);
  });
  expect(seen).toEqual([]);
  const values: number[] = [];
  for await (const value of generator) values.push(value);
  expect([values, seen]).toEqual([
    [1, 2],
    ['made', 'closed'],
  ]);
});

test('the value at its end is handed on', async () => {
  const generator = deferredGenerator(async () => count([]));
  await generator.next();
  await generator.next();
  expect(await generator.next()).toEqual({ done: true, value: 'end' });
});

test('leaving early closes what was made', async () => {
  const seen: string[] = [];
  for await (const value of deferredGenerator(async () => count(seen))) {
    expect(value).toBe(1);
    break;
  }
  expect(seen).toEqual(['closed']);
});

test('a generator that cannot be made fails at the first call', async () => {
  const generator = deferredGenerator<number, string>(() => Promise.reject(new Error('not there')));
  await expect(generator.next()).rejects.toThrow('not there');
});
