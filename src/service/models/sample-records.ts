// The Model records of the sample catalogue: hosted models for the tables, none of which answers here.
import type { Model } from '#api/schema/model.ts';
import { SAMPLE_MARK } from '#api/schema/sample-mark.ts';
import type { SampleModel } from '#service/catalogue/sample-model.ts';
import { SAMPLE_MODELS } from '#service/catalogue/sample-models.ts';

/**
 * The catalogue in its order, without ids that run here. `created` is the day on which the weights were published;
 * what a model is not sold by costs 0.
 */
export function sampleRecords(runningIds: readonly string[]): readonly Model[] {
  return SAMPLE_MODELS.filter(({ id }) => !runningIds.includes(id)).map((model) => toRecord(model));
}

function toRecord(model: SampleModel): Model {
  return {
    id: model.id,
    object: 'model',
    created: Date.parse(model.released) / 1000,
    type: model.type,
    display_name: `${model.name}${SAMPLE_MARK}`,
    organization: model.organization,
    link: `https://huggingface.co/${model.id}`,
    license: model.license,
    context_length: model.contextLength,
    sample: true,
    pricing: { hourly: 0, base: 0, finetune: 0, ...model.pricing },
  };
}
