// The models that were made or brought here: kept in the store, offered by the engine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toEngineRequest } from '#service/completions/request.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { ModelRow } from '#service/store/models.ts';
import type { Store } from '#service/store/store.ts';

/** What a shelf needs of the engine. */
export type ModelHost = Pick<Engine, 'models' | 'complete' | 'addModel' | 'removeModel'>;

/** Where models stand that can be asked. */
export interface ModelShelf {
  /** Offers everything that earlier starts have kept; what cannot be offered any more is told of, and left out. */
  restore(): Promise<void>;
  /** Offers a model, lets it say a token, and keeps it. Rejects where it cannot or the signal aborts; then it is not offered. */
  put(model: ModelRow, signal: AbortSignal): Promise<void>;
  /** Keeps a model at once, as a part of a transaction, and offers it. */
  putSoon(model: ModelRow): void;
  /** Whether a model of this name can be asked. */
  has(id: string): boolean;
}

/** The shelf of a store and an engine; `home` is the data folder. */
export function createModelShelf(parts: {
  readonly engine: ModelHost;
  readonly store: Store;
  readonly home: string;
  readonly onFailure: (error: unknown) => void;
}): ModelShelf {
  const { engine, store, home, onFailure } = parts;
  const offer = async ({ id, path, description }: ModelRow): Promise<void> => {
    await engine.addModel({ id, file: join(home, path), description });
  };
  return {
    async restore() {
      for (const model of store.models.list()) {
        if (!existsSync(join(home, model.path))) continue;
        await offer(model).catch(onFailure);
      }
    },
    async put(model, signal) {
      try {
        await offer(model);
        await sayToken(engine, model.id, signal);
        signal.throwIfAborted();
      } catch (error) {
        await engine.removeModel(model.id);
        throw error;
      }
      store.models.put(model);
    },
    putSoon(model) {
      store.models.put(model);
      offer(model).catch(onFailure);
    },
    has: (id) => engine.models().some((model) => model.id === id),
  };
}

/** The proof that a model runs. */
async function sayToken(engine: ModelHost, model: string, signal: AbortSignal): Promise<void> {
  const request = toEngineRequest(
    { model, prompt: 'a', max_tokens: 1, temperature: 0 },
    { seed: 0, pace: null },
  );
  const events = engine.complete(request, AbortSignal.any([signal, AbortSignal.timeout(tryMs)]));
  for await (const batch of events) if (batch.some(({ kind }) => kind === 'end')) return;
}

const tryMs = 30_000;
