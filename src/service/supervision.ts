// An engine that comes back: should its worker ever die, the requests on it fail, and the next ones find a new one.
import { type Engine, EngineError } from './engine/engine.ts';

/** Starts an engine and, whenever it has ended by itself, another. `onRestart` hears of it. */
export async function superviseEngine(start: () => Promise<Engine>, onRestart: () => void): Promise<Engine> {
  let current = start();
  const first = await current;
  let isClosed = false;
  /** Every request that was on the ended engine comes here; the first one replaces it. */
  const noticeEnd = (ended: Promise<Engine>, error: unknown) => {
    const hasEnded = error instanceof EngineError && error.code === 'engine_closed';
    if (!hasEnded || isClosed || ended !== current) return;
    onRestart();
    current = start();
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
    models: () => first.models(),
    async *complete(request, signal) {
      const engine = current;
      try {
        yield* (await engine).complete(request, signal);
      } catch (error) {
        noticeEnd(engine, error);
        throw error;
      }
    },
    encode: (model, text) => asking((engine) => engine.encode(model, text)),
    stats: () => asking((engine) => engine.stats()),
    async close() {
      isClosed = true;
      const engine = await current.catch(() => first);
      await engine.close();
    },
  };
}
