// The embedded engine as the service sees it: completions of real models, computed in a worker thread.
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import {
  EngineError,
  type Engine,
  type EngineEvent,
  type EngineModel,
  type EngineRequest,
  type EngineStats,
} from './contract.ts';
import { EventQueue } from './serving/event-queue.ts';
import type { ErrorFields, FromWorker, ModelFile, ToWorker } from './serving/messages.ts';
import { bundledWeights, startWorker } from './start-worker.ts';

export { EngineError };
export type { Engine, EngineEvent, EngineModel, EngineRequest };

/** The model that is in the repository. */
export const BASE_MODEL = 'inferdeck/tale-1m';

/** A question to the worker that waits for its answer. */
interface Call {
  readonly resolve: (message: FromWorker) => void;
  readonly reject: (error: Error) => void;
}

/** A completion that is not over. */
interface OpenCompletion {
  readonly queue: EventQueue<EngineEvent>;
  readonly removeListener: () => void;
}

/** The number of the call that `ready` answers. */
const LOADING = 0;

/** Loads the models (the base model by default) in a new worker; rejects when a weight file cannot be read. */
export async function startEngine(
  options: { readonly models?: readonly { readonly id: string; readonly file: string | URL }[] } = {},
): Promise<Engine> {
  const models = options.models ?? [{ id: BASE_MODEL, file: bundledWeights('tale-1m.bin') }];
  const files = models.map(({ id, file }) => ({
    id,
    file: typeof file === 'string' ? file : fileURLToPath(file),
  }));
  const engine = new WorkerEngine(startWorker());
  await engine.load(files);
  return engine;
}

class WorkerEngine implements Engine {
  readonly #worker: Worker;
  readonly #open = new Map<number, OpenCompletion>();
  readonly #calls = new Map<number, Call>();
  #models: readonly EngineModel[] = [];
  #closed: EngineError | null = null;
  #lastId = LOADING;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => this.#receive(message));
    worker.on('error', (error: Error) => this.#fail(`The engine stopped: ${error.message}`));
    worker.on('exit', () => this.#fail('The engine is closed.'));
  }

  async load(models: readonly ModelFile[]): Promise<void> {
    this.#post({ kind: 'load', models });
    const message = await this.#answer(LOADING);
    if (message.kind === 'ready') this.#models = message.models;
  }

  models(): readonly EngineModel[] {
    return this.#models;
  }

  complete(request: EngineRequest, signal: AbortSignal): AsyncIterable<readonly EngineEvent[]> {
    const id = ++this.#lastId;
    const handleAbort = (): void => this.#cancel(id, reasonOf(signal));
    const queue = new EventQueue<EngineEvent>(
      () => {
        const removeListener = (): void => signal.removeEventListener('abort', handleAbort);
        this.#open.set(id, { queue, removeListener });
        if (this.#closed) this.#settle(id, this.#closed);
        else if (signal.aborted) this.#settle(id, reasonOf(signal));
        else {
          signal.addEventListener('abort', handleAbort, { once: true });
          this.#post({ kind: 'complete', id, request });
        }
      },
      () => this.#cancel(id),
    );
    return queue;
  }

  async encode(model: string, text: string): Promise<{ ids: number[]; texts: string[] }> {
    const call = ++this.#lastId;
    this.#post({ kind: 'encode', call, model, text });
    const message = await this.#answer(call);
    if (message.kind !== 'encoded') throw new Error(`unexpected answer: ${message.kind}`);
    return { ids: message.ids, texts: message.texts };
  }

  async stats(): Promise<EngineStats> {
    const call = ++this.#lastId;
    this.#post({ kind: 'stats', call });
    const message = await this.#answer(call);
    if (message.kind !== 'stats') throw new Error(`unexpected answer: ${message.kind}`);
    return message.stats;
  }

  async close(): Promise<void> {
    this.#fail('The engine is closed.');
    await this.#worker.terminate();
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'events':
        for (const { id, events, isOver } of message.batches) {
          this.#open.get(id)?.queue.push(events);
          if (isOver) this.#settle(id);
        }
        break;
      case 'failed':
        this.#settle(message.id, errorOf(message.error));
        break;
      case 'call-failed':
        this.#calls.get(message.call)?.reject(errorOf(message.error));
        break;
      case 'ready':
        this.#calls.get(LOADING)?.resolve(message);
        break;
      case 'encoded':
      case 'stats':
        this.#calls.get(message.call)?.resolve(message);
        break;
    }
  }

  async #answer(call: number): Promise<FromWorker> {
    if (this.#closed) throw this.#closed;
    try {
      return await new Promise<FromWorker>((resolve, reject) => {
        this.#calls.set(call, { resolve, reject });
        this.#keepAlive();
      });
    } finally {
      this.#calls.delete(call);
      this.#keepAlive();
    }
  }

  #cancel(id: number, error: Error | null = null): void {
    this.#post({ kind: 'abort', id });
    this.#settle(id, error);
  }

  #settle(id: number, error: Error | null = null): void {
    const completion = this.#open.get(id);
    this.#open.delete(id);
    completion?.removeListener();
    completion?.queue.end(error);
    this.#keepAlive();
  }

  #fail(message: string): void {
    this.#closed ??= new EngineError('engine_closed', message, null);
    for (const id of this.#open.keys()) this.#settle(id, this.#closed);
    for (const { reject } of this.#calls.values()) reject(this.#closed);
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message, []);
    this.#keepAlive();
  }

  /** The process may end while nobody waits for the worker. */
  #keepAlive(): void {
    if (this.#open.size + this.#calls.size > 0) this.#worker.ref();
    else this.#worker.unref();
  }
}

const errorOf = ({ code, message, param }: ErrorFields): EngineError => new EngineError(code, message, param);

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('The completion was aborted.', 'AbortError');
