import { expect, test } from 'vitest';
import { createClock } from './use-now.ts';

// A browser with a manual clock.
function startClock() {
  const page = { nowMs: 1_700_000_000_000, isHidden: false, timers: 0 };
  const acts = new Set<() => void>();
  const turns = new Set<() => void>();
  const clock = createClock({
    readMs: () => page.nowMs,
    every(_delayMs, act) {
      page.timers += 1;
      acts.add(act);
      return () => acts.delete(act);
    },
    isHidden: () => page.isHidden,
    onTurn(act) {
      turns.add(act);
      return () => turns.delete(act);
    },
  });
  return {
    page,
    clock,
    running: () => acts.size,
    listening: () => turns.size,
    pass: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        page.nowMs += 1_000;
        for (const act of acts) act();
      }
    },
    turn: (isHidden: boolean) => {
      page.isHidden = isHidden;
      for (const turn of turns) turn();
    },
  };
}

test('one timer serves all subscribers, from the first to the last', () => {
  const { clock, page, running, listening, pass } = startClock();
  const counts = [0, 0];
  const ends = counts.map((_, index) => clock.subscribe(() => (counts[index] = (counts[index] ?? 0) + 1)));
  expect([page.timers, running()]).toEqual([1, 1]);
  pass(3);
  expect(counts).toEqual([3, 3]);
  ends[0]?.();
  pass(1);
  expect(counts).toEqual([3, 4]);
  ends[1]?.();
  expect([running(), listening()]).toEqual([0, 0]);
});

test('a hidden tab is not woken, and a tab that becomes visible shows the time at once', () => {
  const { clock, page, running, pass, turn } = startClock();
  const read: number[] = [];
  clock.subscribe(() => read.push(clock.read(1_000)));
  turn(true);
  expect(running()).toBe(0);
  pass(60);
  expect(read).toEqual([]);
  turn(false);
  expect(read).toEqual([page.nowMs]);
  pass(1);
  expect(read).toHaveLength(2);
});

test('a subscriber added in a hidden tab is notified when the tab becomes visible', () => {
  const { clock, running, pass, turn } = startClock();
  turn(true);
  let calls = 0;
  clock.subscribe(() => (calls += 1));
  expect(running()).toBe(0);
  turn(false);
  pass(2);
  expect(calls).toBe(3);
});

test('the time is constant between two ticks, and a coarse time for its whole step', () => {
  const { clock, page, pass } = startClock();
  clock.subscribe(() => {});
  const begin = clock.read(1_000);
  page.nowMs += 700;
  expect(clock.read(1_000)).toBe(begin);
  const minutes = new Set<number>();
  for (let second = 0; second < 120; second += 1) {
    pass(1);
    minutes.add(clock.read(60_000));
  }
  expect(minutes.size).toBe(3);
  expect([...minutes].every((minute) => minute % 60_000 === 0)).toBe(true);
});

test('a clock without subscribers for an hour does not show the old time', () => {
  const { clock, page } = startClock();
  clock.subscribe(() => {})();
  page.nowMs += 3_600_000;
  expect(clock.read(1_000)).toBe(page.nowMs);
});
