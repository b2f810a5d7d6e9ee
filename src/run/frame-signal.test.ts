import { expect, test } from 'vitest';
import { createFrameSignal } from './frame-signal.ts';

function frames() {
  const queue: (() => void)[] = [];
  return {
    request: (callback: () => void) => {
      queue.push(callback);
    },
    next: () => queue.splice(0).forEach((callback) => callback()),
    waiting: () => queue.length,
  };
}

test('a thousand marks in a frame are one notification', () => {
  const clock = frames();
  const signal = createFrameSignal(clock.request);
  let heard = 0;
  signal.subscribe(() => (heard += 1));
  for (let count = 0; count < 1000; count += 1) signal.mark();
  expect([heard, clock.waiting()]).toEqual([0, 1]);
  clock.next();
  expect([heard, signal.version()]).toEqual([1, 1]);
});

test('a flush tells at once, and the frame that was waiting tells nothing more', () => {
  const clock = frames();
  const signal = createFrameSignal(clock.request);
  let heard = 0;
  signal.subscribe(() => (heard += 1));
  signal.mark();
  signal.flush();
  clock.next();
  expect(heard).toBe(1);
});

test('who unsubscribed hears nothing', () => {
  const clock = frames();
  const signal = createFrameSignal(clock.request);
  let heard = 0;
  const end = signal.subscribe(() => (heard += 1));
  end();
  signal.flush();
  expect(heard).toBe(0);
});
