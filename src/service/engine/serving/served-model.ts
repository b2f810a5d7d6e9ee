// A model that is loaded and can be asked: its weights in a decoder, its tokenizer, its facts.
import type { Decoder, LoadedWeights } from '#service/engine/model/decoder.ts';
import { layoutOf } from '#service/engine/model/shape.ts';
import { Tokenizer } from '#service/engine/tokenizer/tokenizer.ts';
import type { EngineModel } from '#service/engine/contract.ts';
import type { StoredModel } from '#service/engine/weights/weight-file.ts';

export interface ServedModel {
  readonly facts: EngineModel;
  readonly tokenizer: Tokenizer;
  readonly decoder: Decoder;
  readonly weights: LoadedWeights;
}

/** Puts a stored model into a decoder of its shape. */
export function serveModel(id: string, stored: StoredModel, decoder: Decoder): ServedModel {
  return {
    facts: {
      id,
      contextLength: stored.shape.context,
      vocabSize: stored.shape.vocabulary,
      parameterCount: layoutOf(stored.shape).total,
      created: stored.created,
      description: stored.description,
    },
    tokenizer: new Tokenizer(stored.tokenizer),
    decoder,
    weights: decoder.load(stored.weights),
  };
}
