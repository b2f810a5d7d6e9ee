// Local models: fine-tunes and uploads, kept in the store and served by the engine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toEngineRequest } from '#service/completions/request.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { ModelRow } from '#service/store/models.ts';
import type { Store } from '#service/store/store.ts';

export type ModelHost = Pick<Engine, 'models' | 'complete' | 'addModel' | 'removeModel'>;

export interface LocalModels {
  /** Serves all stored models; reports and skips those that cannot be served. */
  restore(): Promise<void>;
  /**
   * Serves a model, generates a token, and stores it. If that fails or the signal aborts, rejects and stops serving
   * it.
   */
  put(model: ModelRow, signal: AbortSignal): Promise<void>;
  /** Stores a model at once, as part of a transaction, and serves it. */
  putSoon(model: ModelRow): void;
  has(id: string): boolean;
}

export function createLocalModels(parts: {
  readonly engine: ModelHost;
  readonly store: Store;
  readonly home: string;
  readonly onFailure: (error: unknown) => void;
}): LocalModels {
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

/** Proves that a model runs. */
async function sayToken(engine: ModelHost, model: string, signal: AbortSignal): Promise<void> {
  const request = toEngineRequest(
    { model, prompt: 'a', max_tokens: 1, temperature: 0 },
    { seed: 0, pace: null },
  );
  const events = engine.complete(request, AbortSignal.any([signal, AbortSignal.timeout(tryMs)]));
  for await (const batch of events) if (batch.some(({ kind }) => kind === 'end')) return;
}

const tryMs = 30_000;
