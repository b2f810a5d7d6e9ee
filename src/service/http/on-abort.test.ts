import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { fanOut } from './on-abort.ts';

test('each listener hears the abort once, unless it has let go; the signal has one listener', () => {
  const controller = new AbortController();
  const hear = fanOut(controller.signal);
  const heard: number[] = [];
  const letGo = Array.from({ length: 100 }, (_, each) => hear(() => heard.push(each)));
  letGo[1]?.();
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  controller.abort();
  expect(heard).toEqual(Array.from({ length: 100 }, (_, each) => each).filter((each) => each !== 1));
});

test('who comes after the abort hears it at once', () => {
  const hear = fanOut(AbortSignal.abort());
  let heard = 0;
  hear(() => {
    heard += 1;
  })();
  expect(heard).toBe(1);
});
