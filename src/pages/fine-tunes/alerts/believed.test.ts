// Generated healthy runs without alerts, and broken ones with theirs.
import { expect, test } from 'vitest';
import { Random } from '#lib/random.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { factsOfRun, factsUntil, type RunShape } from '#pages/fine-tunes/testing/runs.ts';
import type { AlertKind } from './alert.ts';
import { findAlerts } from './find-alerts.ts';
import { defaultThresholds } from './thresholds.ts';

const steps = 500;
/** `half` is a half-life in steps. */
const fall = (from: number, to: number, half: number) => (step: number) =>
  to + (from - to) * 2 ** (-step / half);

type Make = (random: Random) => RunShape;
const warmedUp: Make = (random) => {
  const rest = fall(3, 1, 80);
  return { loss: (step) => rest(Math.max(0, step - 60)), noise: 0.03 + 0.05 * random.unit(), steps };
};
const healthy: Readonly<Record<string, Make>> = {
  // Single batches are ten times the others.
  memorised: (random) => ({
    loss: fall(4, 0.0007, 12 + 10 * random.unit()),
    noise: 0.9,
    evalGap: () => 0.0002,
    steps,
  }),
  'small batches': (random) => ({
    loss: fall(2, 1.2, 60 + 100 * random.unit()),
    noise: 0.3 + 0.2 * random.unit(),
    steps,
  }),
  'warm-up': warmedUp,
  // Minutes between steps of a second.
  'slow uploads': (random) => ({
    loss: fall(2.5, 0.9, 90),
    noise: 0.08,
    workSeconds: 60 + 400 * random.unit(),
    steps,
  }),
  'sparse reports': (random) => ({
    loss: (step) => 3 * step ** -0.1,
    noise: 0.1 * random.unit(),
    reportEvery: 10,
    secondsPerStep: 8,
    workSeconds: 90,
    steps,
  }),
};

function foundIn(facts: FineTuneFacts): readonly string[] {
  const times = facts.events.map(({ created_at: time }) => Date.parse(time ?? ''));
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times)];
  const moments = Array.from({ length: 20 }, (_, index) => fromMs + (index / 20) * (toMs - fromMs));
  const ids = moments.flatMap((untilMs) =>
    findAlerts(factsUntil(facts, untilMs), defaultThresholds, untilMs).map(({ id }) => id),
  );
  return [...new Set([...ids, ...findAlerts(facts, defaultThresholds, toMs).map(({ id }) => id)])];
}

test('twenty healthy trainings of 500 steps have at most one alert, at any time', () => {
  const found = Object.entries(healthy).flatMap(([kind, make], place) =>
    [0, 1, 2, 3].flatMap((seed) => {
      const random = new Random(7, seed, place);
      return foundIn(factsOfRun(make(random), random)).map((id) => `${kind} ${seed}: ${id}`);
    }),
  );
  expect(found.slice(1)).toEqual([]);
});

type Fault = (shape: RunShape) => RunShape;
const all = Object.keys(healthy);
const quiet = ['warm-up', 'slow uploads'];
/** The list names runs quiet enough to show the fault. */
const faults: readonly (readonly [string, AlertKind, readonly string[], Fault])[] = [
  [
    'runs away slowly',
    'divergence',
    all,
    (run) => ({ ...run, loss: (step) => run.loss(step) + 0.03 * Math.max(0, step - 300) }),
  ],
  [
    'jumps and stays up',
    'divergence',
    all,
    (run) => ({ ...run, loss: (step) => (step > 300 ? 12 : run.loss(step)) }),
  ],
  [
    'runs away from its first steps on',
    'divergence',
    quiet,
    (run) => ({ ...run, loss: (step) => 4 * 1.3 ** Math.min(step, 12) }),
  ],
  [
    'jumps once',
    'spike',
    ['memorised', ...quiet],
    (run) => ({ ...run, loss: (step) => (step === 301 ? 9 : run.loss(step)) }),
  ],
  [
    'becomes NaN',
    'not a number',
    all,
    (run) => ({ ...run, loss: (step) => (step > 300 ? Number.NaN : run.loss(step)) }),
  ],
  [
    'stops falling',
    'plateau',
    quiet,
    (run) => ({ ...run, noise: 0.03, loss: (step) => fall(3, 0.3, 100)(Math.min(step, 150)) }),
  ],
  ['never begins to fall', 'plateau', quiet, (run) => ({ ...run, noise: 0.05, loss: () => 2.5 })],
  [
    'learns by heart',
    'overfitting',
    all,
    (run) => ({ ...run, evalGap: (step) => 0.004 * Math.max(0, step - 200) }),
  ],
  ['hangs for an hour', 'stall', all, (run) => ({ ...run, pauses: new Map([[330, 3_600]]) })],
];

test.each(faults)('a training that %s has its alert', (_, kind, kinds, fault) => {
  const missed = kinds.flatMap((name, place) =>
    [0, 1, 2, 3].flatMap((seed) => {
      const random = new Random(9, seed, place);
      const made = healthy[name]?.(random) ?? warmedUp(random);
      const found = findAlerts(factsOfRun(fault(made), random), defaultThresholds, 0);
      return found.some((alert) => alert.kind === kind) ? [] : [`${name} ${seed}`];
    }),
  );
  expect(missed).toEqual([]);
});
