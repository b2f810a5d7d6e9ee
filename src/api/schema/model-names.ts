// Context and prices of a model under the names of other services.
import type { Model } from './model.ts';
import { fieldOf } from './read-list.ts';

/** 0 is unknown. Older builds of the llama.cpp server say only what the model was trained for. */
export function withDocumentedNames(model: Model): Model {
  const { context_length, max_model_len, meta, metadata } = model;
  const context =
    context_length ||
    max_model_len ||
    fieldOf(meta, 'n_ctx') ||
    fieldOf(meta, 'n_ctx_train') ||
    fieldOf(metadata, 'context_length');
  return {
    ...pricingOf(metadata),
    ...model,
    context_length: typeof context === 'number' && context > 0 ? context : undefined,
  };
}

/** DeepInfra's, in dollars per million tokens. */
function pricingOf(metadata: unknown): Pick<Model, 'pricing'> {
  const pricing = fieldOf(metadata, 'pricing');
  const input = fieldOf(pricing, 'input_tokens');
  const output = fieldOf(pricing, 'output_tokens');
  return typeof input === 'number' && typeof output === 'number' ? { pricing: { input, output } } : {};
}
