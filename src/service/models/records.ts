// The Model records of what runs on this machine.
import { BASE_MODEL, type EngineModel } from '#service/engine/engine.ts';
import type { Model } from '#api/schema/model.ts';
import { DEFAULTS } from '#service/completions/engine-request.ts';
import { GUARD_MODEL } from '#service/completions/guard-model.ts';
import type { Store } from '#service/store/store.ts';

const HERE_COSTS_NOTHING = { hourly: 0, input: 0, output: 0, base: 0, finetune: 0 };
const ORGANIZATION = 'inferdeck';

/**
 * The engine's language models in its order, then the moderation model that checks their words.
 * `link` is left out: there is no page to link to; so is a licence or a description that nobody has given. Running here
 * costs nothing, so every price is 0.
 */
export function modelRecords(models: readonly EngineModel[], store: Store): readonly Model[] {
  const contextLengths = models.map((model) => model.contextLength);
  const guard = { ...GUARD_MODEL, contextLength: Math.max(0, ...contextLengths) };
  return [
    ...models.map((model) => toRecord(model, 'language', licenseOf(model.id, store))),
    toRecord(guard, 'moderation', OWN_LICENSE),
  ];
}

const OWN_LICENSE = 'MIT';

/** What a model of this machine may be used for; '' where nobody has said it. A fine-tune has the licence of its base. */
export function licenseOf(id: string, store: Store): string {
  return id === BASE_MODEL ? OWN_LICENSE : (store.models.find(id)?.license ?? '');
}

/**
 * `inferdeck/tale-1m` is shown as `Tale 1M`: words begin with a capital, and so do units after a number; the eight
 * digits that make a name unique stay as they are. What has no organization is a checkpoint: `<id>:40` is shown as
 * `Checkpoint <id> step 40`, `<id>` as `Final checkpoint <id>`.
 */
export function displayName(id: string): string {
  if (!id.includes('/')) {
    const [job = '', step] = id.split(':');
    return step === undefined ? `Final checkpoint ${job}` : `Checkpoint ${job} step ${step}`;
  }
  const name = id.slice(id.lastIndexOf('/') + 1);
  return name
    .split(/[-_]+/u)
    .map((word, position) =>
      position > 0 && UNIQUE.test(word) ? word : word.replace(/^\d*\p{L}/u, (start) => start.toUpperCase()),
    )
    .join(' ');
}

const UNIQUE = /^[\da-f]{8}$/u;

function toRecord(
  { id, created, contextLength, description }: Omit<EngineModel, 'vocabSize' | 'parameterCount'>,
  type: 'language' | 'moderation',
  license: string,
): Model {
  return {
    id,
    object: 'model',
    created,
    type,
    display_name: displayName(id),
    organization: id.includes('/') ? id.split('/', 1).join('') : ORGANIZATION,
    ...(license !== '' && { license }),
    ...(description !== '' && { description }),
    context_length: contextLength,
    pricing: HERE_COSTS_NOTHING,
    ...(type === 'language' && { defaults: { temperature: DEFAULTS.temperature } }),
  };
}
