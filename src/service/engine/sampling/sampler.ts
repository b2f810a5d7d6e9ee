// Choosing the next token from raw logits, with every knob of the interface.
import { at } from '#lib/at.ts';
import type { Random } from '#lib/random.ts';

/** The knobs, applied in this order: penalties, bias, temperature, top_k, min_p, top_p. */
export interface SamplingOptions {
  /** 0 = always the likeliest token. */
  readonly temperature: number;
  /** 1 = off. */
  readonly topP: number;
  /** 0 = off. */
  readonly topK: number;
  /** 0 = off. */
  readonly minP: number;
  /** 1 = off; divides positive logits of tokens in prompt or output, multiplies negative ones. */
  readonly repetitionPenalty: number;
  /** Subtracted once from the logits of tokens in the output. */
  readonly presencePenalty: number;
  /** Subtracted from the logits of tokens in the output, times their number there. */
  readonly frequencyPenalty: number;
  readonly logitBias: ReadonlyMap<number, number>;
}

/** Weights below e^-40 of the largest cannot change a 53-bit draw. */
const NEGLIGIBLE = -40;
/** Only tokens above the first of these shares of the largest weight are sorted, if they suffice. */
const CUTOFFS = [1e-2, 1e-4, 0] as const;

interface Candidate {
  readonly id: number;
  readonly weight: number;
}

/** Samples the tokens of one choice; takes one random number a token, so that the stream depends on nothing else. */
export class Sampler {
  readonly #options: SamplingOptions;
  readonly #random: Random;
  readonly #seen: Set<number>;
  readonly #counts = new Map<number, number>();
  #scores = new Float32Array();

  constructor(options: SamplingOptions, random: Random, promptIds: Iterable<number>) {
    this.#options = options;
    this.#random = random;
    this.#seen = new Set(options.repetitionPenalty === 1 ? [] : promptIds);
  }

  /** The next token; remembers it for the penalties. `logits` stay as they are. */
  next(logits: Float32Array): number {
    const draw = this.#random.unit();
    const scores = this.#adjust(logits);
    const id = this.#choose(scores, draw);
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    this.#seen.add(id);
    return id;
  }

  #adjust(logits: Float32Array): Float32Array {
    const { repetitionPenalty, presencePenalty, frequencyPenalty, logitBias } = this.#options;
    const repeats = repetitionPenalty !== 1;
    const counts = presencePenalty !== 0 || frequencyPenalty !== 0;
    if (!repeats && !counts && logitBias.size === 0) return logits;
    if (this.#scores.length !== logits.length) this.#scores = new Float32Array(logits.length);
    const scores = this.#scores;
    scores.set(logits);
    if (repeats)
      for (const id of this.#seen) {
        const score = at(scores, id);
        scores[id] = score > 0 ? score / repetitionPenalty : score * repetitionPenalty;
      }
    if (counts)
      for (const [id, count] of this.#counts)
        scores[id] = at(scores, id) - frequencyPenalty * count - presencePenalty;
    for (const [id, bias] of logitBias) scores[id] = at(scores, id) + bias;
    return scores;
  }

  #choose(scores: Float32Array, draw: number): number {
    const { temperature, topK, topP, minP } = this.#options;
    const best = indexOfLargest(scores);
    if (temperature === 0 || topK === 1) return best;
    const candidates = weigh(scores, at(scores, best), temperature);
    const likely = minP > 0 ? candidates.filter(({ weight }) => weight >= minP) : candidates;
    if (topK === 0 && topP >= 1) return pickByWeight(likely, draw);
    if (topK === 0) return pickByWeight(nucleus(likely, topP), draw);
    const top = largest(candidates, (sorted) => sorted.length >= topK).slice(0, topK);
    const kept = top.filter(({ weight }) => weight >= minP);
    return pickByWeight(topP < 1 ? nucleus(kept, topP) : kept, draw);
  }
}

/** The first of the largest. */
function indexOfLargest(scores: Float32Array): number {
  let best = -Infinity;
  let found = 0;
  let index = 0;
  for (const score of scores) {
    if (score > best) [best, found] = [score, index];
    index++;
  }
  return found;
}

/** Weights relative to the largest, whose weight is 1, in the order of ids. */
function weigh(scores: Float32Array, best: number, temperature: number): Candidate[] {
  const candidates: Candidate[] = [];
  const threshold = best + NEGLIGIBLE * temperature;
  let id = 0;
  for (const score of scores) {
    if (score >= threshold) candidates.push({ id, weight: Math.exp((score - best) / temperature) });
    id++;
  }
  return candidates;
}

/** The largest candidates, sorted: only as many as `suffices` asks for, as sorting all would cost more than decoding. */
function largest(
  candidates: readonly Candidate[],
  suffices: (sorted: readonly Candidate[]) => boolean,
): Candidate[] {
  let sorted: Candidate[] = [];
  for (const cutoff of CUTOFFS) {
    sorted = candidates.filter(({ weight }) => weight >= cutoff);
    if (suffices(sorted)) break;
  }
  return sorted.sort((a, b) => b.weight - a.weight || a.id - b.id);
}

const totalWeight = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { weight }) => sum + weight, 0);

/** The fewest largest candidates that together have at least the share `topP` of the weight. */
function nucleus(candidates: readonly Candidate[], topP: number): Candidate[] {
  const enough = topP * totalWeight(candidates);
  const sorted = largest(candidates, (some) => totalWeight(some) >= enough);
  let sum = 0;
  let count = 0;
  for (const { weight } of sorted) {
    sum += weight;
    count++;
    if (sum >= enough) break;
  }
  return sorted.slice(0, count);
}

function pickByWeight(candidates: readonly Candidate[], draw: number): number {
  let rest = draw * totalWeight(candidates);
  for (const { id, weight } of candidates) {
    rest -= weight;
    if (rest < 0) return id;
  }
  return at(candidates, candidates.length - 1).id;
}
