// Choosing the next token from raw logits, with every knob of the interface.
import { at } from '#lib/at.ts';
import type { Random } from '#lib/random.ts';
import { drawToken } from './draw-token.ts';

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

/** A repetition penalty beyond this acts like this: so no logit can leave the range of numbers. */
const EXTREME_PENALTY = 1e250;

/** Samples the tokens of one choice; takes one random number a token, so that the stream depends on nothing else. */
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

  /** The next token; remembers it for the penalties. `logits` are finite, and stay as they are. */
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

  /** The logits after the penalties. */
  #penalise(logits: Float32Array): Float64Array {
    const { repetitionPenalty, presencePenalty, frequencyPenalty } = this.#options;
    if (this.#scores.length !== logits.length) this.#scores = new Float64Array(logits.length);
    const scores = this.#scores;
    scores.set(logits);
    if (repetitionPenalty !== 1) {
      const penalty = Math.min(Math.max(repetitionPenalty, 1 / EXTREME_PENALTY), EXTREME_PENALTY);
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

  /** The bias of every token; null without any. */
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

/**
 * The first of the largest sums of score and bias. The two are compared apart, as everywhere here: a sum with a huge
 * bias would forget the score, and two such sums could be too large to be told from each other.
 */
function indexOfBest(scores: Float64Array, bias: Float64Array | null): number {
  let best = 0;
  for (let id = 1; id < scores.length; id++) {
    const ahead = at(scores, id) - at(scores, best) + (bias === null ? 0 : at(bias, id) - at(bias, best));
    if (ahead > 0) best = id;
  }
  return best;
}
