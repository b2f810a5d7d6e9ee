// A loaded model: weights in a decoder, tokenizer, facts.
import type { Decoder, LoadedWeights } from '#service/engine/model/decoder.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import type { EngineModel } from './contract.ts';
import type { StoredModel } from '#service/engine/model/weight-file.ts';
import { describeModel } from './describe-model.ts';

export interface ServedModel {
  readonly facts: EngineModel;
  readonly tokenizer: Tokenizer;
  readonly decoder: Decoder;
  readonly weights: LoadedWeights;
}

/** `decoder` must have the model's shape; models with equal tokenizers may share one. */
export const serveModel = (
  id: string,
  stored: StoredModel,
  decoder: Decoder,
  tokenizer: Tokenizer = new Tokenizer(stored.tokenizer),
): ServedModel => ({
  facts: describeModel(id, stored),
  tokenizer,
  decoder,
  weights: decoder.load(stored.weights),
});
