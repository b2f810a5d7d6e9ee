// Tiny test model: random weights, nearly plain byte tokenizer.
import { Random } from '#lib/random.ts';
import type { EngineRequest } from '#service/engine/contract.ts';
import { Decoder } from '#service/engine/model/decoder.ts';
import { initialWeights } from '#service/engine/model/shape.ts';
import { plainSampling } from '#service/engine/sampler.ts';
import { trainMerges } from '#service/engine/model/tokenizer.ts';
import type { StoredModel } from '#service/engine/model/weight-file.ts';
import { decodeRows, prefillRows, serveModel, type ServedModel } from '#service/engine/loaded-models.ts';

const shape = { vocabulary: 264, width: 16, layers: 2, heads: 2, hidden: 24, context: 128 };

/** Peaked enough to have favourites, random enough to end now and then. */
export function createTinyModel(): StoredModel {
  const random = new Random(12);
  return {
    description: 'Random weights.',
    created: 0,
    shape: shape,
    tokenizer: trainMerges(['hello there, hello again'], shape.vocabulary),
    training: { steps: 0, tokens: 0, seed: 0, evaluationLoss: 0 },
    weights: initialWeights(shape, 3).map((weight) => weight + random.normal() * 0.15),
  };
}

export function serveTinyModel(slots: number, pages = slots * 8): ServedModel {
  return serveModel(
    'test/tiny',
    createTinyModel(),
    new Decoder(shape, { slots, pages, maxRows: decodeRows + prefillRows }),
  );
}

/** A request with everything off except `fields`. */
export const tinyRequest = (fields: Partial<EngineRequest> = {}): EngineRequest => ({
  ...plainSampling,
  model: 'test/tiny',
  prompt: 'hello there',
  maxTokens: 20,
  stop: [],
  logitBias: new Map([[263, -100]]),
  seed: 1,
  n: 1,
  echo: false,
  pace: null,
  ...fields,
});
