import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import { curvesOf, factsOf, lossOf, startMs } from '#pages/fine-tunes/testing/facts.ts';
import { watchFacts } from './find-alerts.ts';
import { defaultThresholds } from './thresholds.ts';
import { createOrderWatch, newsOf, orderOf, ordersUpTo, type WatchOrder } from './watch-order.ts';

const at = (second: number) => new Date(startMs + second * 1_000).toISOString();
const types = [
  'training_start',
  'training_step',
  'eval_complete',
  'job_restarted',
  'training_complete',
] as const;

/** Includes jumps, noise, floors, NaN, restarts and silences. */
const stretch = fc.record({
  length: fc.integer({ min: 1, max: 700 }),
  level: fc.constantFrom(0.01, 1, 1.02, 4, 9),
  slope: fc.constantFrom(0, -0.004, 0.01),
  noise: fc.constantFrom(0, 0.05),
  gap: fc.constantFrom(0, 0, 90, 4_000),
  isRestart: fc.boolean(),
  isBroken: fc.boolean(),
});

function pointsOf(stretches: readonly (typeof stretch extends fc.Arbitrary<infer Each> ? Each : never)[]) {
  const points: (readonly [step: number, value: number])[] = [];
  for (const { length, level, slope, noise, gap, isRestart, isBroken } of stretches) {
    const begin = isRestart ? 1 : (points.at(-1)?.[0] ?? 0) + 1 + gap;
    for (let index = 0; index < length; index += 1) {
      const value = level + slope * index + noise * (((index * 7919) % 101) / 50 - 1);
      points.push([begin + index, isBroken && index === 3 ? Number.NaN : value]);
    }
  }
  return points;
}

test('a training sent in pieces has the same alerts as one sent at once, however it is split', () => {
  fc.assert(
    fc.property(
      fc.array(stretch, { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(fc.constantFrom(...types), fc.integer({ min: 0, max: 3_000 })), { maxLength: 30 }),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { maxLength: 5 }),
      (stretches, marks, cuts) => {
        const points = pointsOf(stretches);
        const evals = points.filter((_, index) => index % 60 === 59);
        const events = marks.map(([type, second]) => ({ type, step: second, created_at: at(second) }));
        // Events round what metrics give exactly a poll later.
        const ordered = (share: number, isRounded: boolean): WatchOrder => {
          const until = (list: typeof points) => list.slice(0, Math.round(list.length * share));
          const rounded = until(points).slice(-20);
          const exact = curvesOf({ 'train loss': until(points), 'eval loss': until(evals) });
          const curves = isRounded
            ? mergeCurves([
                exact,
                curvesOf({ 'train loss': rounded.map(([step, value]) => [step, Math.round(value)]) }),
              ])
            : exact;
          const known = events.slice(0, Math.round(events.length * share));
          const facts = factsOf(
            { status: 'running', total_steps: 9_000, n_evals: 9 },
            { curves, events: known },
          );
          return { facts, thresholds: defaultThresholds };
        };
        const watch = createOrderWatch();
        let [here, there]: (WatchOrder | null)[] = [null, null];
        const all = [...cuts.toSorted(([one], [other]) => one - other), [1, false] as const];
        for (const [share, isRounded] of all) {
          const now = ordered(share, isRounded);
          there = orderOf(structuredClone(newsOf(now, here ?? null)), there ?? null);
          here = now;
          const { facts, thresholds } = now;
          const curves = facts.curves ?? curvesOf({});
          expect(watch(there)).toEqual(watchFacts({ ...facts, curves }, thresholds));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('thousands of events are sent a thousand at a time', () => {
  const events = Array.from({ length: 3_500 }, (_, step) => ({ type: 'training_step', step }));
  const order = (eventCount: number): WatchOrder => ({
    facts: factsOf({}, { curves: lossOf([2, 1]), events: events.slice(0, eventCount) }),
    thresholds: defaultThresholds,
  });
  const whole = order(3_500);
  let [sent, there]: (WatchOrder | null)[] = [order(400), orderOf(newsOf(order(400), null), null)];
  const orders = ordersUpTo(whole, sent ?? null);
  for (const each of orders) {
    const news = newsOf(each, sent ?? null);
    expect(news.events.added.length).toBeLessThanOrEqual(1_000);
    there = orderOf(structuredClone(news), there ?? null);
    sent = each;
  }
  expect(orders).toHaveLength(4);
  expect(orders.at(-1)).toBe(whole);
  expect(there?.facts.events).toEqual(events);
  expect(ordersUpTo(order(400), null)).toHaveLength(1);
});

test('only the new part of a grown training is sent', () => {
  const events = [{ type: 'training_start' }, { type: 'training_step', step: 1 }];
  const order = (count: number, eventCount: number): WatchOrder => ({
    facts: factsOf(
      {},
      { curves: lossOf(Array.from({ length: count }, () => 2)), events: events.slice(0, eventCount) },
    ),
    thresholds: defaultThresholds,
  });
  const before = order(50, 1);
  const { events: sent, curves } = newsOf(order(53, 2), before);
  expect(sent).toEqual({ from: 1, added: [{ type: 'training_step', step: 1 }] });
  expect(curves?.map(([, [segment]]) => [segment?.from, segment?.added.steps.length])).toEqual([[50, 3]]);
});
