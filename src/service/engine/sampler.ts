// Token sampler: penalties, logit bias, temperature, top_k, min_p, top_p.
import { at } from '#lib/at.ts';
import type { Random } from '#lib/random.ts';

/** Applied in the order penalties, bias, temperature, top_k, min_p, top_p. */
export interface SamplingOptions {
  /** 0 for greedy. */
  readonly temperature: number;
  /** 1 for off. */
  readonly topP: number;
  /** 0 for off. */
  readonly topK: number;
  /** 0 for off. */
  readonly minP: number;
  /** 1 for off; for tokens in prompt or output. */
  readonly repetitionPenalty: number;
  /** Once for tokens in the output. */
  readonly presencePenalty: number;
  /** Per occurrence in the output. */
  readonly frequencyPenalty: number;
  readonly logitBias: ReadonlyMap<number, number>;
}

/** The model's own distribution. */
export const plainSampling: SamplingOptions = {
  temperature: 1,
  topP: 1,
  topK: 0,
  minP: 0,
  repetitionPenalty: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  logitBias: new Map(),
};

/** Clamps, so that no logit overflows. */
const maxPenalty = 1e250;

/** Draws exactly one random number per token, so that the stream depends on nothing else. */
export class Sampler {
  readonly #options: SamplingOptions;
  readonly #random: Random;
  readonly #seen: Set<number>;
  readonly #counts = new Map<number, number>();
  #scores = new Float64Array();
  #bias = new Float64Array();

  constructor(options: SamplingOptions, random: Random, promptIds: Iterable<number>) {
    this.#options = options;
    this.#random = random;
    this.#seen = new Set(options.repetitionPenalty === 1 ? [] : promptIds);
  }

  /** `logits` must be finite. */
  next(logits: Float32Array): number {
    const draw = this.#random.unit();
    const id = this.#choose(logits, draw);
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    this.#seen.add(id);
    return id;
  }

  #choose(logits: Float32Array, draw: number): number {
    const { temperature, topK } = this.#options;
    const scores = this.#penalise(logits);
    const bias = this.#biasOf(logits.length);
    const best = indexOfBest(scores, bias);
    if (temperature === 0 || topK === 1) return best;
    const [bestScore, bestBias] = [at(scores, best), bias === null ? 0 : at(bias, best)];
    for (let id = 0; id < scores.length; id++)
      scores[id] = at(scores, id) - bestScore + (bias === null ? 0 : at(bias, id) - bestBias);
    return drawToken(scores, temperature, this.#options, draw);
  }

  #penalise(logits: Float32Array): Float64Array {
    const { repetitionPenalty, presencePenalty, frequencyPenalty } = this.#options;
    if (this.#scores.length !== logits.length) this.#scores = new Float64Array(logits.length);
    const scores = this.#scores;
    scores.set(logits);
    if (repetitionPenalty !== 1) {
      const penalty = Math.min(Math.max(repetitionPenalty, 1 / maxPenalty), maxPenalty);
      for (const id of this.#seen) {
        const score = at(scores, id);
        scores[id] = score > 0 ? score / penalty : score * penalty;
      }
    }
    if (presencePenalty !== 0 || frequencyPenalty !== 0)
      for (const [id, count] of this.#counts)
        scores[id] = at(scores, id) - frequencyPenalty * count - presencePenalty;
    return scores;
  }

  #biasOf(vocabulary: number): Float64Array | null {
    const { logitBias } = this.#options;
    if (logitBias.size === 0) return null;
    if (this.#bias.length !== vocabulary) {
      this.#bias = new Float64Array(vocabulary);
      for (const [id, bias] of logitBias) this.#bias[id] = bias;
    }
    return this.#bias;
  }
}

/** Compares scores and biases separately: in a sum, a huge bias would swallow the score. */
function indexOfBest(scores: Float64Array, bias: Float64Array | null): number {
  let best = 0;
  for (let id = 1; id < scores.length; id++) {
    const difference =
      at(scores, id) - at(scores, best) + (bias === null ? 0 : at(bias, id) - at(bias, best));
    if (difference > 0) best = id;
  }
  return best;
}

export type Filters = Pick<SamplingOptions, 'topK' | 'minP' | 'topP'>;

interface Candidate {
  readonly id: number;
  readonly weight: number;
}

/** Weights below e^-40 of the largest cannot change a 53-bit draw. */
const maxLogRatio = 40;
/** Histogram bins per unit of ln(weight): only the top bins are sorted. */
const binsPerUnit = 2;

/** `scores` have maximum 0, `temperature` is above 0, `draw` in [0, 1). */
export function drawToken(
  scores: Float64Array,
  temperature: number,
  { topK, minP, topP }: Filters,
  draw: number,
): number {
  // min_p is relative to the likeliest token, which every filter keeps, so it may run before top_k.
  const weights = relativeWeights(scores, temperature, minP);
  if (topK === 0 && topP >= 1) return pickIndex(weights, draw * sumOf(weights));
  if (topK === 0) {
    const enough = topP * sumOf(weights);
    return pickCandidate(
      nucleus(
        topCandidates(weights, enough, (weight) => weight),
        enough,
      ),
      draw,
    );
  }
  const top = topCandidates(weights, topK, () => 1).slice(0, topK);
  return pickCandidate(nucleus(top, topP * totalWeight(top)), draw);
}

/** Relative to the likeliest token. */
function relativeWeights(scores: Float64Array, temperature: number, least: number): Float64Array {
  const weights = new Float64Array(scores.length);
  const lowest = -maxLogRatio * temperature;
  let id = 0;
  for (const score of scores) {
    if (score >= lowest) {
      const weight = Math.exp(score / temperature);
      if (weight >= least) weights[id] = weight;
    }
    id++;
  }
  return weights;
}

/** Sorted, ties by id; their `amount`s reach `enough`. */
function topCandidates(
  weights: Float64Array,
  enough: number,
  amount: (weight: number) => number,
): Candidate[] {
  const amounts = new Float64Array(maxLogRatio * binsPerUnit + 1);
  for (const weight of weights)
    if (weight > 0) {
      const step = Math.floor(-Math.log(weight) * binsPerUnit);
      amounts[step] = (amounts[step] ?? 0) + amount(weight);
    }
  let [sum, steps] = [0, 0];
  while (sum < enough && steps < amounts.length) sum += at(amounts, steps++);
  // Slightly below the bin's edge, so that rounding loses no candidate; extra ones do no harm.
  const limit = Math.exp(-steps / binsPerUnit) * (1 - 1e-9);
  const candidates: Candidate[] = [];
  let id = 0;
  for (const weight of weights) {
    if (weight >= limit) candidates.push({ id, weight });
    id++;
  }
  return candidates.sort((a, b) => b.weight - a.weight);
}

/** The shortest prefix of weight `enough`, never empty. */
function nucleus(sorted: readonly Candidate[], enough: number): Candidate[] {
  let sum = 0;
  let count = 0;
  for (const { weight } of sorted) {
    sum += weight;
    count++;
    if (sum >= enough) break;
  }
  return sorted.slice(0, count);
}

function pickIndex(weights: Float64Array, place: number): number {
  let rest = place;
  let last = 0;
  let id = 0;
  for (const weight of weights) {
    rest -= weight;
    if (weight > 0) last = id;
    if (rest < 0) return id;
    id++;
  }
  return last;
}

function pickCandidate(candidates: readonly Candidate[], draw: number): number {
  let rest = draw * totalWeight(candidates);
  let last = 0;
  for (const { id, weight } of candidates) {
    rest -= weight;
    last = id;
    if (rest < 0) break;
  }
  return last;
}

const totalWeight = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { weight }) => sum + weight, 0);

function sumOf(weights: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += weight;
  return sum;
}
