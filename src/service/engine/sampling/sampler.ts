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
    const { temperature, topK } = this.#options;
    const best = indexOfLargest(scores);
    if (temperature === 0 || topK === 1) return best;
    return drawToken(scores, at(scores, best), temperature, this.#options, draw);
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
