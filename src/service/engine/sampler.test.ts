import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { Random } from '#lib/random.ts';
import { plainSampling, Sampler, type SamplingOptions, drawToken, type Filters } from './sampler.ts';

const draws = 1_000;

const random = new Random(3);
const logits = Float32Array.from({ length: 64 }, () => random.normal() * 2);
const ranked = [...logits.keys()].sort((a, b) => at(logits, b) - at(logits, a));

function softmax(temperature: number, ids: readonly number[] = ranked): Map<number, number> {
  const weights = ids.map((id) => Math.exp(at(logits, id) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(ids.map((id, index) => [id, at(weights, index) / total]));
}

/** The midpoints of DRAWS equal parts of [0, 1), in turn. */
class EvenDraws extends Random {
  #count = 0;

  override unit(): number {
    return (this.#count++ + 0.5) / draws;
  }
}

/** How often each token is drawn as the first token. */
function frequencies(options: Partial<SamplingOptions>): Map<number, number> {
  const stream = new EvenDraws();
  const counts = new Map<number, number>();
  for (let draw = 0; draw < draws; draw++) {
    const id = new Sampler({ ...plainSampling, ...options }, stream, []).next(logits);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/**
 * The largest deviation of the counts, in draws. A token of probability p is drawn from an interval of length p in [0, 1),
 * which holds p × DRAWS of the midpoints, plus or minus less than one, so correct sampling is off by less than one.
 */
function misfit(counts: ReadonlyMap<number, number>, expected: ReadonlyMap<number, number>): number {
  const off = [...new Set([...counts.keys(), ...expected.keys()])].map((id) => {
    const probability = expected.get(id);
    return probability === undefined ? Infinity : Math.abs((counts.get(id) ?? 0) - probability * draws);
  });
  return Math.max(...off);
}

const support = (counts: ReadonlyMap<number, number>): number[] => [...counts.keys()].sort((a, b) => a - b);
const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

it.each([0.4, 1, 1.7])('follows the softmax at temperature %d', (temperature) => {
  expect(misfit(frequencies({ temperature }), softmax(temperature))).toBeLessThan(1);
});

it('draws only from the top_k, in proportion to their weights', () => {
  const counts = frequencies({ topK: 5 });
  expect(support(counts)).toEqual(sorted(ranked.slice(0, 5)));
  expect(misfit(counts, softmax(1, ranked.slice(0, 5)))).toBeLessThan(1);
});

it('takes the fewest tokens that reach top_p', () => {
  for (const topP of [0.3, 0.8, 0.99]) {
    const probabilities = [...softmax(1).values()];
    let [mass, count] = [0, 0];
    while (mass < topP) mass += at(probabilities, count++);
    const kept = ranked.slice(0, count);
    expect(misfit(frequencies({ topP }), softmax(1, kept))).toBeLessThan(1);
  }
});

it('takes the tokens above min_p of the likeliest, at the temperature', () => {
  const limit = at(logits, at(ranked, 0)) + 1.5 * Math.log(0.1);
  const kept = ranked.filter((id) => at(logits, id) >= limit);
  const counts = frequencies({ minP: 0.1, temperature: 1.5 });
  expect(support(counts)).toEqual(sorted(kept));
  expect(misfit(counts, softmax(1.5, kept))).toBeLessThan(1);
});

it('applies top_k, then min_p, then top_p', () => {
  const kept = ranked.slice(0, 8).filter((id) => at(logits, id) >= at(logits, at(ranked, 0)) + Math.log(0.2));
  const probabilities = [...softmax(1, kept).values()];
  let [mass, count] = [0, 0];
  while (mass < 0.7) mass += at(probabilities, count++);
  expect(support(frequencies({ topK: 8, minP: 0.2, topP: 0.7 }))).toEqual(sorted(kept.slice(0, count)));
});

it('is greedy at temperature 0 and with top_k 1, whatever the other settings', () => {
  for (const options of [
    { temperature: 0 },
    { topK: 1 },
    { temperature: 0, topP: 0.1 },
    { topP: 0 },
    { minP: 1 },
  ])
    expect(support(frequencies(options))).toEqual([ranked[0]]);
});

it('lets logit_bias force and forbid', () => {
  expect(support(frequencies({ logitBias: new Map([[7, 100]]) }))).toEqual([7]);
  const best = at(ranked, 0);
  expect(frequencies({ logitBias: new Map([[best, -100]]) }).has(best)).toBe(false);
});

/** The first tokens of a greedy choice. */
function greedy(
  count: number,
  from: Float32Array,
  options: Partial<SamplingOptions>,
  prompt: readonly number[],
) {
  const sampler = new Sampler({ ...plainSampling, temperature: 0, ...options }, new Random(1), prompt);
  return Array.from({ length: count }, () => sampler.next(from));
}

it('penalises generated tokens, and with repetition_penalty also those of the prompt', () => {
  const [first, second] = [at(ranked, 0), at(ranked, 1)];
  const close = logits.map((logit, id) => (id === second ? at(logits, first) - 0.5 : logit));
  const two = (options: Partial<SamplingOptions>, prompt: readonly number[]) =>
    greedy(2, close, options, prompt);
  expect(two({}, [first])).toEqual([first, first]);
  expect(two({ presencePenalty: 2 }, [first])).toEqual([first, second]);
  expect(two({ frequencyPenalty: 2 }, [first])).toEqual([first, second]);
  expect(two({ repetitionPenalty: 1.9 }, [])).toEqual([first, second]);
  expect(two({ repetitionPenalty: 1.9 }, [first])[0]).toBe(second);
  expect(two({ presencePenalty: -2, frequencyPenalty: -2 }, [])).toEqual([first, first]);
});

it('subtracts the frequency penalty for each time, and the presence penalty once', () => {
  const two = Float32Array.of(1, 0);
  // 1, 0.75, 0.5, 0.25 and 0 are not below the other's 0; then −0.25 is, against the other's −0.25 it is not.
  expect(greedy(8, two, { frequencyPenalty: 0.25 }, [])).toEqual([0, 0, 0, 0, 0, 1, 0, 1]);
  // Once said, 1 becomes 0.25 for good.
  expect(greedy(3, two, { presencePenalty: 0.75 }, [])).toEqual([0, 0, 0]);
  expect(greedy(3, two, { presencePenalty: 1.5 }, [])).toEqual([0, 1, 0]);
  // 1, then 1 − 0.25 − 0.5 = 0.25, then 0: a tie; then −0.25 against 0.
  expect(greedy(4, two, { frequencyPenalty: 0.25, presencePenalty: 0.5 }, [])).toEqual([0, 0, 0, 1]);
});

it('divides positive logits by the repetition penalty, and multiplies the others', () => {
  expect(greedy(1, Float32Array.of(2, 1), { repetitionPenalty: 2 }, [0])).toEqual([0]);
  expect(greedy(1, Float32Array.of(2, 1.25), { repetitionPenalty: 2 }, [0])).toEqual([1]);
  expect(greedy(1, Float32Array.of(-1, -2), { repetitionPenalty: 2 }, [0])).toEqual([0]);
  expect(greedy(1, Float32Array.of(-1, -1.75), { repetitionPenalty: 2 }, [0])).toEqual([1]);
  expect(greedy(1, Float32Array.of(-1, -1.75), { repetitionPenalty: 0.5 }, [1])).toEqual([1]);
});

it('adds the bias after the penalties, and picks the first of equal tokens', () => {
  const bias = new Map([[1, 1.5]]);
  expect(greedy(1, Float32Array.of(2, 0.5), { logitBias: bias }, [])).toEqual([0]);
  expect(greedy(1, Float32Array.of(2, 0.75), { logitBias: bias }, [])).toEqual([1]);
  expect(greedy(1, Float32Array.of(2, 0.75), { logitBias: bias, repetitionPenalty: 2 }, [1])).toEqual([0]);
});

it('distinguishes tokens with top_k 1 whose weights round to the same', () => {
  expect(greedy(1, Float32Array.of(0, 1e-30), { temperature: 1, topK: 1 }, [])).toEqual([1]);
});

it('consumes one random number per token, whatever the settings', () => {
  for (const options of [{}, { temperature: 0 }, { topK: 1 }, { topP: 0.5 }, { topK: 3, minP: 0.1 }]) {
    const stream = new Random(5);
    const sampler = new Sampler({ ...plainSampling, ...options }, stream, []);
    for (let token = 0; token < 4; token++) sampler.next(logits);
    const same = new Random(5);
    for (let token = 0; token < 4; token++) same.unit();
    expect(stream.unit()).toBe(same.unit());
  }
});

it('does not change the raw logits', () => {
  const before = logits.slice();
  const options = {
    ...plainSampling,
    repetitionPenalty: 2,
    presencePenalty: 1,
    logitBias: new Map([[1, 5]]),
  };
  new Sampler(options, new Random(1), [0, 1, 2]).next(logits);
  expect(logits).toEqual(before);
});

const FILTERS: readonly Partial<SamplingOptions>[] = [
  {},
  { topP: 0.9 },
  { topK: 5 },
  { minP: 0.1 },
  { temperature: 0 },
];

it.each(FILTERS)('handles a bias of any size, with %j', (filter) => {
  const all = [...logits.keys()];
  for (const huge of [1e30, 1e39, 1e300, Number.MAX_VALUE]) {
    const next = (logitBias: ReadonlyMap<number, number>): number =>
      new Sampler({ ...plainSampling, ...filter, logitBias }, new Random(5), []).next(logits);
    expect(next(new Map([[5, huge]]))).toBe(5);
    expect(next(new Map(all.map((id) => [id, id === 5 ? 0 : -huge])))).toBe(5);
    expect(next(new Map(all.map((id) => [id, id === 5 ? huge : -huge])))).toBe(5);
    // A bias that is equal for all changes nothing.
    for (const same of [huge, -huge])
      expect(next(new Map(all.map((id) => [id, same])))).toBe(next(new Map()));
    // Of two, the likelier one.
    const [first, second] = [at(ranked, 10), at(ranked, 40)];
    const pair = new Map(all.map((id) => [id, id === first || id === second ? huge : -huge]));
    expect([first, second]).toContain(next(pair));
    expect(
      new Sampler({ ...plainSampling, temperature: 0, logitBias: pair }, new Random(5), []).next(logits),
    ).toBe(first);
  }
});

it.each(FILTERS)('handles a repetition penalty of any size, with %j', (filter) => {
  const positive = ranked.filter((id) => at(logits, id) > 0);
  const [first, second, last] = [at(positive, 3), at(positive, 4), at(ranked, 63)];
  for (const extreme of [1e30, 1e45, 1e300]) {
    const next = (
      repetitionPenalty: number,
      prompt: readonly number[],
      logitBias = plainSampling.logitBias,
    ): number =>
      new Sampler({ ...plainSampling, ...filter, repetitionPenalty, logitBias }, new Random(5), prompt).next(
        logits,
      );
    // Of the generated tokens it makes the likeliest certain and the unlikely ones impossible.
    expect(next(1 / extreme, [last, second, first])).toBe(first);
    expect(
      next(
        extreme,
        ranked.filter((id) => id !== at(ranked, 0)),
      ),
    ).toBe(at(ranked, 0));
    expect(next(1 / extreme, [first], new Map([[second, 1e20]]))).toBe(first);
  }
});

it('draws a token for any finite numbers, and the same one when all biases shift equally', () => {
  const any = fc.double({ noNaN: true, noDefaultInfinity: true });
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const options = fc.record({
    temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    topP: unit,
    topK: fc.constantFrom(0, 1, 3, 2 ** 31 - 1),
    minP: unit,
    repetitionPenalty: any.map(Math.abs).filter((penalty) => penalty > 0),
    presencePenalty: fc.double({ min: -2, max: 2, noNaN: true }),
    frequencyPenalty: fc.double({ min: -2, max: 2, noNaN: true }),
  });
  const biases = fc.array(fc.tuple(fc.nat({ max: 63 }), any), { maxLength: 64 });
  fc.assert(
    fc.property(options, biases, any, fc.nat(), (knobs, pairs, shift, seed) => {
      const draw = (logitBias: ReadonlyMap<number, number>): number[] => {
        const sampler = new Sampler({ ...knobs, logitBias }, new Random(seed), [1, 2, 3]);
        return [sampler.next(logits), sampler.next(logits), sampler.next(logits)];
      };
      for (const id of draw(new Map(pairs))) expect(logits[id]).toBeDefined();
      expect(draw(new Map([...logits.keys()].map((id) => [id, shift])))).toEqual(draw(new Map()));
    }),
    { numRuns: 1_000 },
  );
});

const unfiltered: Filters = { topK: 0, minP: 0, topP: 1 };
/** Together 2: the shares are 2, 4, 1 and 1 eighths. */
const WEIGHTS = [0.5, 1, 0.25, 0.25];

/** The tokens at the middles of the eighths of [0, 1). */
function eighths(filters: Partial<Filters>, scores = WEIGHTS.map(Math.log), temperature = 1): string {
  return Array.from({ length: 8 }, (_, part) =>
    drawToken(Float64Array.from(scores), temperature, { ...unfiltered, ...filters }, (part + 0.5) / 8),
  ).join('');
}

it.each<[string, Partial<Filters>]>([
  ['00111123', {}],
  // Filtered tokens are sorted by falling weight, equal ones by id: 4, 2 and 1 sevenths.
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
  // top_p is a share of what the other filters leave: here of 1.5.
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
  'gives unlikely tokens their share, with %j',
  (filters) => {
    // At temperature 2 the second weighs e^-15, 3.06 of ten millions; the third, e^-50, never comes.
    const draw = (place: number) =>
      drawToken(Float64Array.of(0, -30, -100), 2, { ...unfiltered, ...filters }, place);
    expect(draw(1 - 3.1e-7)).toBe(0);
    expect(draw(1 - 3e-7)).toBe(1);
    expect(draw(1 - 2 ** -53)).toBe(1);
  },
);

it('draws the second of two tokens at their exact boundary', () => {
  for (const filters of [unfiltered, { ...unfiltered, topK: 2 }]) {
    const draw = (place: number) => drawToken(Float64Array.of(0, 0), 1, filters, place);
    expect([draw(0), draw(0.5 - 2 ** -53), draw(0.5)]).toEqual([0, 0, 1]);
  }
});

it.each([{ topP: 0.5 }, { topP: 0.5, topK: 2 }])(
  'takes no more tokens than reach the share exactly, with %j',
  (filters) => {
    expect(drawToken(Float64Array.of(0, 0), 1, { ...unfiltered, ...filters }, 1 - 2 ** -53)).toBe(0);
  },
);

it('takes as many equal tokens as reach top_p, even from a long tail', () => {
  // One of weight 1 and sixty-three of e^-4: 80 % of 2.1539 are 1.7231, or 1 and 40 of the tail (39.48 times e^-4).
  const scores = Float64Array.from({ length: 64 }, (_, id) => (id === 0 ? 0 : -4));
  const draw = (topP: number) => drawToken(scores, 1, { ...unfiltered, topP }, 1 - 2 ** -53);
  expect([draw(0.4), draw(0.8), draw(0.999)]).toEqual([0, 40, 63]);
});

it('gives the last draw to the last token that has a weight, however the sums are rounded', () => {
  for (const filters of [unfiltered, { ...unfiltered, topK: 9 }])
    for (let hundredth = 0; hundredth < 400; hundredth++) {
      const scores = Float64Array.of(0, -0.17, -hundredth / 100, -1000);
      // By falling weight the second is the last where the third weighs more.
      const last = filters === unfiltered || hundredth >= 17 ? 2 : 1;
      expect(drawToken(scores, 1, filters, 1 - 2 ** -53)).toBe(last);
    }
});
