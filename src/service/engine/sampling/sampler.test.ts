import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { Random } from '#lib/random.ts';
import { Sampler, type SamplingOptions } from './sampler.ts';

const OFF: SamplingOptions = {
  temperature: 1,
  topP: 1,
  topK: 0,
  minP: 0,
  repetitionPenalty: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  logitBias: new Map(),
};
const DRAWS = 20_000;

const random = new Random(3);
const logits = Float32Array.from({ length: 64 }, () => random.normal() * 2);
const ranked = [...logits.keys()].sort((a, b) => at(logits, b) - at(logits, a));

function softmax(temperature: number, ids: readonly number[] = ranked): Map<number, number> {
  const weights = ids.map((id) => Math.exp(at(logits, id) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(ids.map((id, index) => [id, at(weights, index) / total]));
}

/** How often each token comes when every draw is a first one. */
function frequencies(options: Partial<SamplingOptions>): Map<number, number> {
  const stream = new Random(11);
  const counts = new Map<number, number>();
  for (let draw = 0; draw < DRAWS; draw++) {
    const id = new Sampler({ ...OFF, ...options }, stream, []).next(logits);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Chi-square over the tokens that are expected at least five times, divided by the degrees of freedom: about 1. */
function misfit(counts: ReadonlyMap<number, number>, expected: ReadonlyMap<number, number>): number {
  let [sum, cells] = [0, 0];
  for (const [id, probability] of expected) {
    if (probability * DRAWS < 20) continue;
    sum += ((counts.get(id) ?? 0) - probability * DRAWS) ** 2 / (probability * DRAWS);
    cells++;
  }
  return sum / Math.max(1, cells - 1);
}

const support = (counts: ReadonlyMap<number, number>): number[] => [...counts.keys()].sort((a, b) => a - b);
const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

it.each([0.4, 1, 1.7])('follows the softmax at temperature %d', (temperature) => {
  expect(misfit(frequencies({ temperature }), softmax(temperature))).toBeLessThan(2.5);
});

it('takes only the top_k, by their share', () => {
  const counts = frequencies({ topK: 5 });
  expect(support(counts)).toEqual(sorted(ranked.slice(0, 5)));
  expect(misfit(counts, softmax(1, ranked.slice(0, 5)))).toBeLessThan(2.5);
});

it('takes the fewest tokens that reach top_p', () => {
  for (const topP of [0.3, 0.8, 0.99]) {
    const probabilities = [...softmax(1).values()];
    let [mass, count] = [0, 0];
    while (mass < topP) mass += at(probabilities, count++);
    const kept = ranked.slice(0, count);
    const counts = frequencies({ topP });
    expect([...counts.keys()].every((id) => kept.includes(id))).toBe(true);
    expect(misfit(counts, softmax(1, kept))).toBeLessThan(2.5);
  }
});

it('takes the tokens above min_p of the likeliest, at the temperature', () => {
  const limit = at(logits, at(ranked, 0)) + 1.5 * Math.log(0.1);
  const kept = ranked.filter((id) => at(logits, id) >= limit);
  const counts = frequencies({ minP: 0.1, temperature: 1.5 });
  expect(support(counts)).toEqual(sorted(kept));
  expect(misfit(counts, softmax(1.5, kept))).toBeLessThan(2.5);
});

it('applies top_k, then min_p, then top_p', () => {
  const kept = ranked.slice(0, 8).filter((id) => at(logits, id) >= at(logits, at(ranked, 0)) + Math.log(0.2));
  const probabilities = [...softmax(1, kept).values()];
  let [mass, count] = [0, 0];
  while (mass < 0.7) mass += at(probabilities, count++);
  expect(support(frequencies({ topK: 8, minP: 0.2, topP: 0.7 }))).toEqual(sorted(kept.slice(0, count)));
});

it('is greedy at temperature 0 as with top_k 1, whatever the rest', () => {
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

it('penalises what was said, and with repetition_penalty also the prompt', () => {
  const [first, second] = [at(ranked, 0), at(ranked, 1)];
  const greedy = { ...OFF, temperature: 0 };
  const close = logits.map((logit, id) => (id === second ? at(logits, first) - 0.5 : logit));
  const two = (options: Partial<SamplingOptions>, prompt: readonly number[]): number[] => {
    const sampler = new Sampler({ ...greedy, ...options }, new Random(1), prompt);
    return [sampler.next(close), sampler.next(close)];
  };
  expect(two({}, [first])).toEqual([first, first]);
  expect(two({ presencePenalty: 2 }, [first])).toEqual([first, second]);
  expect(two({ frequencyPenalty: 2 }, [first])).toEqual([first, second]);
  expect(two({ repetitionPenalty: 1.9 }, [])).toEqual([first, second]);
  expect(two({ repetitionPenalty: 1.9 }, [first])[0]).toBe(second);
  expect(two({ presencePenalty: -2, frequencyPenalty: -2 }, [])).toEqual([first, first]);
});

it('makes negative logits smaller, too, when they are repeated', () => {
  const low = Float32Array.of(-1, -1.2);
  expect(new Sampler({ ...OFF, temperature: 0, repetitionPenalty: 1.5 }, new Random(1), [0]).next(low)).toBe(
    1,
  );
});

it('leaves the raw logits alone', () => {
  const before = logits.slice();
  const options = { ...OFF, repetitionPenalty: 2, presencePenalty: 1, logitBias: new Map([[1, 5]]) };
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

it.each(FILTERS)('holds a bias of any size, with %j', (filter) => {
  const all = [...logits.keys()];
  for (const huge of [1e30, 1e39, 1e300, Number.MAX_VALUE]) {
    const next = (logitBias: ReadonlyMap<number, number>): number =>
      new Sampler({ ...OFF, ...filter, logitBias }, new Random(5), []).next(logits);
    expect(next(new Map([[5, huge]]))).toBe(5);
    expect(next(new Map(all.map((id) => [id, id === 5 ? 0 : -huge])))).toBe(5);
    expect(next(new Map(all.map((id) => [id, id === 5 ? huge : -huge])))).toBe(5);
    // What is the same for all changes nothing.
    for (const same of [huge, -huge])
      expect(next(new Map(all.map((id) => [id, same])))).toBe(next(new Map()));
    // Of two, the likelier one.
    const [first, second] = [at(ranked, 10), at(ranked, 40)];
    const pair = new Map(all.map((id) => [id, id === first || id === second ? huge : -huge]));
    expect([first, second]).toContain(next(pair));
    expect(new Sampler({ ...OFF, temperature: 0, logitBias: pair }, new Random(5), []).next(logits)).toBe(
      first,
    );
  }
});

it.each(FILTERS)('holds a repetition penalty of any size, with %j', (filter) => {
  const positive = ranked.filter((id) => at(logits, id) > 0);
  const [first, second, last] = [at(positive, 3), at(positive, 4), at(ranked, 63)];
  for (const extreme of [1e30, 1e45, 1e300]) {
    const next = (repetitionPenalty: number, prompt: readonly number[], logitBias = OFF.logitBias): number =>
      new Sampler({ ...OFF, ...filter, repetitionPenalty, logitBias }, new Random(5), prompt).next(logits);
    // It makes the likeliest of those that were said sure, and the unlikely ones among them impossible.
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

it('draws a token for any finite numbers, and the same when every bias is raised by the same', () => {
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
