// The weights that a fine-tune starts from: a model, or a checkpoint of an earlier fine-tune.
import { join } from 'node:path';
import { BASE_MODEL } from '#service/engine/engine.ts';
import { bundledWeights } from '#service/engine/start-worker.ts';
import type { Places } from '#service/store/places.ts';
import type { Store } from '#service/store/store.ts';

/** A weight file, and the base model that it belongs to. */
export interface StartingPoint {
  readonly file: string;
  readonly model: string;
}

/** The weights of a model by its id; null for one that is not here. Without a store there is the base model only. */
export function pointOfModel(id: string, store: Store | null, { home }: Places): StartingPoint | null {
  if (id === BASE_MODEL) return { file: bundledWeights('tale-1m.bin'), model: id };
  const model = store?.models.find(id) ?? null;
  return model === null ? null : { file: join(home, model.path), model: id };
}

/**
 * The weights of `<fine-tune id>:<step>`, or of `<fine-tune id>` for its last checkpoint; null where there is none.
 * Their base model is that of the fine-tune.
 */
export function pointOfCheckpoint(
  checkpoint: string,
  store: Store | null,
  { home }: Places,
): StartingPoint | null {
  const [id = '', step] = checkpoint.split(':');
  const fineTune = store?.fineTunes.find(id) ?? null;
  if (store === null || fineTune === null) return null;
  const checkpoints = store.checkpoints.list(id);
  const found =
    step === undefined
      ? checkpoints.find(({ isFinal }) => isFinal)
      : checkpoints.find((each) => String(each.step) === step);
  return found === undefined ? null : { file: join(home, found.path), model: fineTune.request.model };
}
