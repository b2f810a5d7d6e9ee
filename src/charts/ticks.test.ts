import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockTicks, linearTicks, logTicks, timeTicks } from './ticks.ts';

test('linear ticks are round, rise, and lie in the span', () => {
  expect(linearTicks({ from: 0, to: 1 }, 4)).toEqual([0, 0.5, 1]);
  expect(linearTicks({ from: 0.28, to: 0.62 }, 4)).toEqual([0.3, 0.4, 0.5, 0.6]);
  expect(linearTicks({ from: 1, to: 750 }, 3)).toEqual([250, 500, 750]);
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      fc.integer({ min: 2, max: 12 }),
      (from, width, count) => {
        const ticks = linearTicks({ from, to: from + width }, count);
        expect(ticks.length).toBeLessThanOrEqual(Math.max(4, count + 1));
        expect([...ticks].sort((one, other) => one - other)).toEqual(ticks);
        // Far from zero floats are further apart.
        const air = width * 1e-6 + Math.abs(from) * 4 * Number.EPSILON;
        for (const tick of ticks) expect(tick >= from - air && tick <= from + width + air).toBe(true);
      },
    ),
  );
});

test('logarithmic ticks are powers of ten, finer where there is room', () => {
  expect(logTicks({ from: 0.09, to: 11 }, 3)).toEqual([0.1, 1, 10]);
  expect(logTicks({ from: 0.3, to: 6 }, 6)).toEqual([0.5, 1, 2, 5]);
  expect(logTicks({ from: 1e-7, to: 1 }, 4)).toEqual([1e-6, 1e-4, 1e-2, 1]);
  expect(logTicks({ from: 2, to: 3 }, 4)).toEqual([2, 2.5, 3]);
  // A single one gives no scale.
  expect(logTicks({ from: 0.15, to: 6 }, 3)).toEqual([0.2, 0.5, 1, 2, 5]);
  expect(logTicks({ from: 0.011, to: 15 }, 3)).toEqual([0.1, 1, 10]);
});

function inZone<Result>(zone: string, run: () => Result): Result {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  const result = run();
  if (before === undefined) Reflect.deleteProperty(process.env, 'TZ');
  else process.env['TZ'] = before;
  return result;
}

const ticksOf = (zone: string, from: string, days: number, count: number) =>
  inZone(zone, () => {
    const fromMs = Date.parse(from);
    const ticks = clockTicks({ from: fromMs, to: fromMs + days * 86_400_000 }, count);
    return ticks.map((tick) => {
      const date = new Date(tick);
      return `${date.getDate()} ${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`;
    });
  });
const midnights = (days: readonly number[]) => days.map((each) => `${each} 0:00`);

test('ticks of a clock are whole seconds, as its labels are', () => {
  const from = Date.UTC(2026, 10, 26, 22, 53, 35, 700);
  expect(clockTicks({ from, to: from + 3_000 }, 9).map((tick) => tick - from)).toEqual([300, 1_300, 2_300]);
});

test('ticks of a clock are not many more than asked for, and stay while the view moves', () => {
  const from = Date.UTC(2026, 10, 27, 6, 46, 42);
  const minutesFrom = (moved: number) =>
    clockTicks({ from: from + moved, to: from + moved + 310_000 }, 3).map((tick) =>
      new Date(tick).toISOString().slice(14, 19),
    );
  expect(minutesFrom(0)).toEqual(['48:00', '50:00']);
  expect(minutesFrom(40_000)).toEqual(['48:00', '50:00', '52:00']);
  expect(minutesFrom(80_000)).toEqual(['50:00', '52:00']);
});

test('ticks of days and hours follow the clock, even across changes of summer time', () => {
  expect(ticksOf('Europe/Berlin', '2026-10-23T12:00Z', 5, 5)).toEqual(midnights([24, 25, 26, 27, 28]));
  expect(ticksOf('America/New_York', '2026-03-06T12:00Z', 5, 5)).toEqual(midnights([7, 8, 9, 10, 11]));
  expect(ticksOf('Europe/Berlin', '2026-10-24T20:00Z', 1, 4)).toEqual([
    '25 0:00',
    '25 6:00',
    '25 12:00',
    '25 18:00',
  ]);
  expect(ticksOf('Asia/Kolkata', '2026-01-01T00:05Z', 1 / 24, 4)).toEqual([
    '1 5:45',
    '1 6:00',
    '1 6:15',
    '1 6:30',
  ]);
});

test('ticks of time are whole seconds, minutes and hours', () => {
  const minute = 60_000;
  expect(timeTicks({ from: 0, to: 25 * minute }, 3)).toEqual([0, 10 * minute, 20 * minute]);
  expect(timeTicks({ from: 0, to: 500 }, 2)).toEqual([0, 500]);
});
