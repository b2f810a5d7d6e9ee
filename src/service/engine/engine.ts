// The embedded engine as the service sees it: completions of real models, computed in a worker thread.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import {
  EngineError,
  type Engine,
  type EngineEvent,
  type EngineModel,
  type EngineRequest,
  type EngineStats,
  type ModelSource,
} from './contract.ts';
import { describeModel } from './serving/describe-model.ts';
import { EventQueue } from './serving/event-queue.ts';
import type { ErrorFields, FromWorker, ToWorker } from './serving/messages.ts';
import { unreadableModel } from './serving/unreadable-model.ts';
import { bundledWeights, startWorker } from './start-worker.ts';
import { readModelFacts, type ModelFacts } from './weights/weight-file.ts';

export { EngineError };
export type { Engine, EngineEvent, EngineModel, EngineRequest, ModelSource };

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

/** Starts a worker with these models (the base model by default) in memory; rejects when a weight file cannot be read. */
export async function startEngine(
  options: { readonly models?: readonly { readonly id: string; readonly file: string | URL }[] } = {},
): Promise<Engine> {
  const models = options.models ?? [{ id: BASE_MODEL, file: bundledWeights('tale-1m.bin') }];
  const engine = new WorkerEngine(startWorker());
  try {
    for (const { id, file } of models) {
      await engine.addModel({ id, file: typeof file === 'string' ? file : fileURLToPath(file) });
      await engine.load(id);
    }
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

class WorkerEngine implements Engine {
  readonly #worker: Worker;
  readonly #open = new Map<number, OpenCompletion>();
  readonly #calls = new Map<number, Call>();
  #models: ReadonlyMap<string, EngineModel> = new Map();
  #closed: EngineError | null = null;
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => this.#receive(message));
    worker.on('error', (error: Error) => this.#fail(`The engine stopped: ${error.message}`));
    worker.on('exit', () => this.#fail('The engine is closed.'));
  }

  /** Reads a model into memory before anybody asks for it. */
  async load(model: string): Promise<void> {
    const call = ++this.#lastId;
    this.#post({ kind: 'load', call, model });
    await this.#answer(call);
  }

  models(): readonly EngineModel[] {
    return [...this.#models.values()];
  }

  async addModel({ id, file, description }: ModelSource): Promise<void> {
    const facts = describeModel(id, await readFacts(id, file));
    if (this.#closed) throw this.#closed;
    this.#post({ kind: 'add', model: { id, file } });
    const described = description === undefined ? facts : { ...facts, description };
    this.#models = new Map([...this.#models, [id, described]]);
  }

  async removeModel(id: string): Promise<void> {
    if (this.#closed) throw this.#closed;
    this.#post({ kind: 'remove', model: id });
    this.#models = new Map([...this.#models].filter(([other]) => other !== id));
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
        for (const { id, events, isOver, error } of message.batches) {
          this.#open.get(id)?.queue.push(events);
          if (isOver) this.#settle(id, error && errorOf(error));
        }
        break;
      case 'call-failed':
        this.#calls.get(message.call)?.reject(errorOf(message.error));
        break;
      case 'loaded':
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

async function readFacts(id: string, file: string): Promise<ModelFacts> {
  try {
    return readModelFacts(await readFile(file));
  } catch (error) {
    throw unreadableModel(id, error);
  }
}

const errorOf = ({ code, message, param }: ErrorFields): EngineError => new EngineError(code, message, param);

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('The completion was aborted.', 'AbortError');
