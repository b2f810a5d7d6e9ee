import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { fanOut } from './operation.ts';

test('each listener is called once unless it unsubscribed, and the signal has a single listener', () => {
  const controller = new AbortController();
  const onAbort = fanOut(controller.signal);
  const heard: number[] = [];
  const unsubscribe = Array.from({ length: 100 }, (_, each) => onAbort(() => heard.push(each)));
  unsubscribe[1]?.();
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  controller.abort();
  expect(heard).toEqual(Array.from({ length: 100 }, (_, each) => each).filter((each) => each !== 1));
});

test('a listener added after the abort is called at once', () => {
  const onAbort = fanOut(AbortSignal.abort());
  let heard = 0;
  onAbort(() => {
    heard += 1;
  })();
  expect(heard).toBe(1);
});
