// Local models: fine-tunes and uploads, stored and served by the engine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toEngineRequest } from '#service/completions/request.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { ModelRow, Store } from '#service/store/store.ts';

export type ModelHost = Pick<Engine, 'models' | 'complete' | 'addModel' | 'loadModel' | 'removeModel'>;

export interface LocalModels {
  /** Skips models that cannot be served. */
  restore(): Promise<void>;
  /** Generates a token before storing. On failure or abort, rejects and stops serving. */
  put(model: ModelRow, signal: AbortSignal): Promise<void>;
  /** Stores in the current transaction; serves in the background. */
  putInBackground(model: ModelRow): void;
  has(id: string): boolean;
}

export function createLocalModels(parts: {
  readonly engine: ModelHost;
  readonly store: Store;
  readonly home: string;
  readonly onFailure: (error: unknown) => void;
}): LocalModels {
  const { engine, store, home, onFailure } = parts;
  const register = async ({ id, path, description }: ModelRow): Promise<void> => {
    await engine.addModel({ id, file: join(home, path), description });
  };
  return {
    async restore() {
      for (const model of store.models.list()) {
        if (!existsSync(join(home, model.path))) continue;
        await register(model).catch(onFailure);
      }
    },
    async put(model, signal) {
      try {
        await register(model);
        await engine.loadModel(model.id);
        await generateToken(engine, model.id, signal);
        signal.throwIfAborted();
      } catch (error) {
        await engine.removeModel(model.id);
        throw error;
      }
      store.models.put(model);
    },
    putInBackground(model) {
      store.models.put(model);
      register(model).catch(onFailure);
    },
    has: (id) => engine.models().some((model) => model.id === id),
  };
}

async function generateToken(engine: ModelHost, model: string, signal: AbortSignal): Promise<void> {
  const request = toEngineRequest(
    { model, prompt: 'a', max_tokens: 1, temperature: 0 },
    { seed: 0, pace: null },
  );
  const events = engine.complete(request, AbortSignal.any([signal, AbortSignal.timeout(trialTimeoutMs)]));
  for await (const batch of events) if (batch.some(({ kind }) => kind === 'end')) return;
}

const trialTimeoutMs = 30_000;
