// An engine that comes back: should its worker ever die, the requests on it fail, and the next ones find a new one.
import { type Engine, EngineError, type ModelSource } from './engine/engine.ts';

/** Starts an engine and, whenever it has ended by itself, another. `onRestart` hears of it. */
export async function superviseEngine(start: () => Promise<Engine>, onRestart: () => void): Promise<Engine> {
  /** What was added since the first start, so that an engine that comes back has it, too. */
  const added = new Map<string, ModelSource>();
  const restart = async (): Promise<Engine> => {
    const engine = await start();
    // A model whose file is gone by now is not served any more.
    for (const model of added.values()) await engine.addModel(model).catch(() => added.delete(model.id));
    latest = engine;
    return engine;
  };
  let latest = await start();
  let current = Promise.resolve(latest);
  let isClosed = false;
  /** Every request that was on the ended engine comes here; the first one replaces it. */
  const noticeEnd = (ended: Promise<Engine>, error: unknown) => {
    const hasEnded = error instanceof EngineError && error.code === 'engine_closed';
    if (!hasEnded || isClosed || ended !== current) return;
    onRestart();
    current = restart();
    current.catch(() => {});
  };
  const asking = async <T>(ask: (engine: Engine) => Promise<T>): Promise<T> => {
    const engine = current;
    try {
      return await ask(await engine);
    } catch (error) {
      noticeEnd(engine, error);
      throw error;
    }
  };
  return {
    models: () => latest.models(),
    async *complete(request, signal) {
      const engine = current;
      try {
        yield* (await engine).complete(request, signal);
      } catch (error) {
        noticeEnd(engine, error);
        throw error;
      }
    },
    async addModel(model) {
      await asking((engine) => engine.addModel(model));
      added.set(model.id, model);
    },
    async removeModel(id) {
      added.delete(id);
      await asking((engine) => engine.removeModel(id));
    },
    encode: (model, text) => asking((engine) => engine.encode(model, text)),
    stats: () => asking((engine) => engine.stats()),
    async close() {
      isClosed = true;
      const engine = await current.catch(() => latest);
      await engine.close();
    },
  };
}
