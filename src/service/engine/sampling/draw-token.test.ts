import { expect, it } from 'vitest';
import { drawToken, type Filters } from './draw-token.ts';

const OFF: Filters = { topK: 0, minP: 0, topP: 1 };
/** Together 2: the shares are 2, 4, 1 and 1 eighths. */
const WEIGHTS = [0.5, 1, 0.25, 0.25];

/** The tokens at the middles of the eighths of [0, 1). */
function eighths(filters: Partial<Filters>, scores = WEIGHTS.map(Math.log), temperature = 1): string {
  return Array.from({ length: 8 }, (_, part) =>
    drawToken(Float64Array.from(scores), temperature, { ...OFF, ...filters }, (part + 0.5) / 8),
  ).join('');
}

it.each<[string, Partial<Filters>]>([
  ['00111123', {}],
  // What is filtered lies by falling weight, equal ones by id: 4, 2 and 1 sevenths.
  ['11111002', { topK: 3 }],
  ['11111000', { topK: 2 }],
  ['11111111', { topK: 1 }],
  ['11110023', { topK: 4 }],
  ['11110023', { topK: 9 }],
  // Exactly at the limit is enough: thirds.
  ['00011111', { minP: 0.5 }],
  ['11111111', { minP: 0.51 }],
  ['11111111', { minP: 1 }],
  ['11111111', { topP: 0 }],
  ['11111111', { topP: 0.5 }],
  ['11111000', { topP: 0.51 }],
  ['11111000', { topP: 0.75 }],
  ['11111002', { topP: 0.76 }],
  ['11110023', { topP: 0.9 }],
  // top_p is a share of what the others have left: here of 1.5.
  ['11111111', { topP: 0.6, topK: 2 }],
  ['11111000', { topP: 0.7, topK: 2 }],
  ['11111111', { topP: 0.6, minP: 0.5 }],
  ['11111000', { topP: 0.7, minP: 0.5 }],
  ['11111111', { topP: 0.6, minP: 0.5, topK: 3 }],
  ['11111000', { topP: 0.7, minP: 0.5, topK: 3 }],
  ['11111002', { topK: 3, minP: 0.25 }],
  ['11111000', { topK: 3, minP: 0.3 }],
])('draws %s with %j', (tokens, filters) => {
  expect(eighths(filters)).toBe(tokens);
});

it.each([0.25, 0.5, 2, 4])('divides the scores by the temperature %d', (temperature) => {
  const scores = WEIGHTS.map((weight) => Math.log(weight) * temperature);
  expect(eighths({}, scores, temperature)).toBe('00111123');
  expect(eighths({ topK: 3 }, scores, temperature)).toBe('11111002');
  expect(eighths({ minP: 0.3 }, scores, temperature)).toBe('00011111');
  expect(eighths({ topP: 0.76 }, scores, temperature)).toBe('11111002');
});

it.each<Partial<Filters>>([{}, { topK: 2 }, { topK: 3 }, { topP: 0.999_999_9 }])(
  'gives what is unlikely its share, with %j',
  (filters) => {
    // At temperature 2 the second weighs e^-15, 3.06 of ten millions; the third, e^-50, never comes.
    const draw = (place: number) =>
      drawToken(Float64Array.of(0, -30, -100), 2, { ...OFF, ...filters }, place);
    expect(draw(1 - 3.1e-7)).toBe(0);
    expect(draw(1 - 3e-7)).toBe(1);
    expect(draw(1 - 2 ** -53)).toBe(1);
  },
);

it('gives a place on the border of two tokens to the second', () => {
  for (const filters of [OFF, { ...OFF, topK: 2 }]) {
    const draw = (place: number) => drawToken(Float64Array.of(0, 0), 1, filters, place);
    expect([draw(0), draw(0.5 - 2 ** -53), draw(0.5)]).toEqual([0, 0, 1]);
  }
});

it('takes as many equal tokens as reach top_p, of a long tail too', () => {
  // One of weight 1 and sixty-three of e^-4: 80 % of 2.1539 are 1.7231, or 1 and 40 of the tail (39.48 times e^-4).
  const scores = Float64Array.from({ length: 64 }, (_, id) => (id === 0 ? 0 : -4));
  const draw = (topP: number) => drawToken(scores, 1, { ...OFF, topP }, 1 - 2 ** -53);
  expect([draw(0.4), draw(0.8), draw(0.999)]).toEqual([0, 40, 63]);
});

it('gives the last draw to the last token that has a weight, however the sums are rounded', () => {
  for (const filters of [OFF, { ...OFF, topK: 9 }])
    for (let hundredth = 0; hundredth < 400; hundredth++) {
      const scores = Float64Array.of(0, -0.17, -hundredth / 100, -1000);
      // By falling weight the second is the last where the third weighs more.
      const last = filters === OFF || hundredth >= 17 ? 2 : 1;
      expect(drawToken(scores, 1, filters, 1 - 2 ** -53)).toBe(last);
    }
});
