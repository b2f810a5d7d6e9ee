import { expect, test } from 'vitest';
import { linearTicks } from '#charts/ticks.ts';
import { momentWords } from '#lib/dates.ts';
import { elapsedText, placeText, placeTick, tickText, valueText } from './figure-text.ts';

test.each([
  [0.391_234_567, '0.391235'],
  [-0.021, '−0.021'],
  [3.4e-7, '3.4e-7'],
  [-1234.5678, '−1,234.57'],
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '−Infinity'],
  [0, '0'],
])('%s reads as %s', (value, text) => expect(valueText(value)).toBe(text));

test('positions have their unit, ticks are short', () => {
  expect([
    placeText(1204, 'step'),
    placeText(1.5, 'epoch'),
    placeText(46_357.3, 'tokens'),
    placeText(0.1934, 'cost'),
    placeText(Date.UTC(2026, 10, 22, 10), 'wall'),
  ]).toEqual([
    'step 1,204',
    'epoch 1.5',
    '46,357 tokens',
    '$0.19',
    momentWords(Date.UTC(2026, 10, 22, 10), 0),
  ]);
  expect([placeTick(1_500_000, 'tokens', 1e6), placeTick(5_400_000, 'elapsed', 1e7)]).toEqual([
    '1.5M',
    '1 h 30 min',
  ]);
  expect([placeTick(800_000, 'step', 1e6), placeTick(1_000_000, 'step', 1e6)]).toEqual([
    '800,000',
    '1,000,000',
  ]);
  const days = [25.5, 26, 26.5].map((day) => new Date(2026, 10, Math.floor(day), (day % 1) * 24).getTime());
  expect(days.map((each) => placeTick(each, 'wall', 2.5e8))).toEqual(['12:00', '26 Nov', '12:00']);
  expect([tickText(0.0001), tickText(2000)]).toEqual(['1e-4', '2,000']);
});

test('a time before the start of the run is told as such', () => {
  // A log without a time zone, read as UTC, may be hours before the events of the service.
  const early = -5 * 3_600_000;
  expect([placeText(early, 'elapsed'), placeTick(early, 'elapsed', 1e7), elapsedText(early)]).toEqual([
    '5 h 00 min before the start',
    '−5 h',
    '−5 h 00 min',
  ]);
  expect([placeText(0, 'elapsed'), placeTick(-5_000, 'elapsed', 1e5), elapsedText(5_000)]).toEqual([
    'after 0 ms',
    '−5 s',
    '5.0 s',
  ]);
});

test('two ticks never read the same, however near each other', () => {
  const spans = [
    { from: 4.51e-4, to: 4.58e-4 },
    { from: 0.287_102, to: 0.287_109 },
    { from: 1_234_100, to: 1_234_900 },
    { from: -2e-5, to: 1e-4 },
  ];
  expect(spans.map((span) => linearTicks(span, 3).map(tickText))).toEqual([
    ['4.525e-4', '4.55e-4', '4.575e-4'],
    ['0.2871025', '0.287105', '0.2871075'],
    ['1.23425e6', '1.2345e6', '1.23475e6'],
    ['0', '5e-5', '1e-4'],
  ]);
  const [costs, tokens] = [
    linearTicks({ from: 4.18, to: 4.186 }, 3),
    linearTicks({ from: 2.5e9, to: 2.5001e9 }, 3),
  ];
  expect(costs.map((tick) => placeTick(tick, 'cost', 0.006))).toEqual(['$4.18', '$4.185']);
  expect(tokens.map((tick) => placeTick(tick, 'tokens', 1e5))).toEqual(['2.5B', '2.50005B', '2.5001B']);
});
