// GET /models: local models, moderation model, sample catalogue.
import { type Model, sampleMark } from '#api/schema/model.ts';
import { type Engine, baseModel, type EngineModel } from '#service/engine/engine.ts';
import { endpoints, jsonAnswer, type Operation } from '#service/http/operation.ts';
import type { Store } from '#service/store/store.ts';
import { type SampleModel, sampleModels } from './sample-models.ts';

/** A bare array, as documented. */
export function listModels(engine: Engine, store: Store): Operation {
  return {
    ...endpoints.models,
    answer() {
      const here = modelRecords(engine.models(), store);
      return jsonAnswer(JSON.stringify([...here, ...sampleRecords(here.map(({ id }) => id))]));
    },
  };
}

/** At temperature 1, every other story of so small a model loses its thread. */
export const defaultTemperature = 0.7;

const freePricing = { hourly: 0, input: 0, output: 0, base: 0, finetune: 0 };
const organization = 'inferdeck';

function modelRecords(models: readonly EngineModel[], store: Store): readonly Model[] {
  const contextLengths = models.map((model) => model.contextLength);
  const guard = { ...guardModel, contextLength: Math.max(0, ...contextLengths) };
  return [...models.map((model) => toRecord(model, 'language', store)), toRecord(guard, 'moderation', store)];
}

const ownLicense = 'MIT';

/** '' if unknown. */
export function licenseOf(id: string, store: Store): string {
  return id === baseModel ? ownLicense : (store.models.find(id)?.license ?? '');
}

/** `inferdeck/tale-1m` becomes `Tale 1M`; a checkpoint `<id>:40` the name of its fine-tune, `step 40`. */
function displayName(id: string, store: Store): string {
  if (!id.includes('/')) {
    const [job = '', step] = id.split(':');
    const name = store.fineTunes.find(job)?.request.outputName;
    const words = name === undefined ? job : displayName(name, store);
    return `${words} ${step === undefined ? 'final' : `step ${step}`}`;
  }
  const name = id.slice(id.lastIndexOf('/') + 1);
  return name
    .split(/[-_]+/u)
    .map((word, position) =>
      position > 0 && uniqueSuffix.test(word)
        ? word
        : word.replace(/^\d*\p{L}/u, (start) => start.toUpperCase()),
    )
    .join(' ');
}

const uniqueSuffix = /^[\da-f]{8}$/u;

function toRecord(
  { id, created, contextLength, description }: Omit<EngineModel, 'vocabSize' | 'parameterCount'>,
  type: 'language' | 'moderation',
  store: Store,
): Model {
  const license = type === 'moderation' ? ownLicense : licenseOf(id, store);
  return {
    id,
    object: 'model',
    created,
    type,
    display_name: displayName(id, store),
    organization: id.includes('/') ? id.split('/', 1).join('') : organization,
    ...(license !== '' && { license }),
    ...(description !== '' && { description }),
    context_length: contextLength,
    pricing: freePricing,
    ...(type === 'language' && { defaults: { temperature: defaultTemperature } }),
  };
}

function sampleRecords(runningIds: readonly string[]): readonly Model[] {
  return sampleModels.filter(({ id }) => !runningIds.includes(id)).map((model) => toSampleRecord(model));
}

function toSampleRecord(model: SampleModel): Model {
  return {
    id: model.id,
    object: 'model',
    created: Date.parse(model.released) / 1000,
    type: model.type,
    display_name: `${model.name}${sampleMark}`,
    organization: model.organization,
    link: `https://huggingface.co/${model.id}`,
    license: model.license,
    context_length: model.contextLength,
    sample: true,
    pricing: { hourly: 0, base: 0, finetune: 0, ...model.pricing },
  };
}

/** `id` is also the value of `safety_model`. */
export const guardModel = {
  id: 'inferdeck/guard-words',
  created: 1_767_225_600,
  description: 'Blocks words that do not belong in a children’s tale.',
} as const;

export const guardWords: readonly string[] = [
  'bomb',
  'corpse',
  'damn',
  'gore',
  'grenade',
  'gun',
  'kill',
  'killed',
  'murder',
  'murdered',
  'pistol',
  'poison',
  'rifle',
  'suicide',
  'torture',
];
