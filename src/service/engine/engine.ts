// Engine on the main thread; a worker computes completions.
import { readFile } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { readModelFacts, type ModelFacts } from '#service/engine/model/weight-file.ts';
import {
  causeOf,
  EngineError,
  type Engine,
  type EngineEvent,
  type EngineModel,
  type EngineRequest,
  type EngineStats,
  type ModelFile,
  type ModelSource,
  eventWindow,
  type ErrorFields,
  type EventBatch,
  type FromWorker,
  type ToWorker,
  describeModel,
  unreadableModel,
} from './contract.ts';
import { baseModelFile, startWorker } from './start-worker.ts';

export { EngineError };
export type { Engine, EngineEvent, EngineModel, EngineRequest };

export const baseModel = 'inferdeck/tale-1m';

/** Node accepts one connection per turn of its event loop: long turns make new clients wait. */
const completionsPerTurn = 4;

interface Call {
  readonly resolve: (message: FromWorker) => void;
  readonly reject: (error: Error) => void;
}

interface OpenCompletion {
  readonly queue: EventQueue<EngineEvent>;
  readonly removeListener: () => void;
}

interface EngineOptions {
  readonly models?: readonly ModelFile[];
  readonly startThread?: () => Worker;
  /** When the worker exits by itself. */
  readonly onStop?: (cause: string) => void;
}

/** With the base model by default. Rejects if a weight file cannot be read. */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const models = options.models ?? [{ id: baseModel, file: baseModelFile }];
  const engine = new WorkerEngine(options.startThread ?? startWorker);
  try {
    for (const model of models) {
      await engine.addModel(model);
      await engine.loadModel(model.id);
    }
    engine.onStop = options.onStop ?? engine.onStop;
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** If the worker exits, its requests fail, and the next one starts a new worker. */
class WorkerEngine implements Engine {
  onStop: (cause: string) => void = () => {};
  readonly #startThread: () => Worker;
  #worker: Worker | null = null;
  readonly #open = new Map<number, OpenCompletion>();
  readonly #calls = new Map<number, Call>();
  readonly #received: { readonly worker: Worker; readonly batches: readonly EventBatch[] }[] = [];
  #models: ReadonlyMap<string, { readonly facts: EngineModel; readonly file: string }> = new Map();
  #isClosed = false;
  #lastId = 0;

  constructor(startThread: () => Worker) {
    this.#startThread = startThread;
  }

  models(): readonly EngineModel[] {
    return [...this.#models.values()].map(({ facts }) => facts);
  }

  async addModel({ id, file, description }: ModelSource): Promise<void> {
    const facts = describeModel(id, await readFacts(id, file));
    if (this.#isClosed) throw closedError();
    const described = description === undefined ? facts : { ...facts, description };
    this.#models = new Map([...this.#models, [id, { facts: described, file }]]);
    post(this.#worker, { kind: 'add', model: { id, file } });
  }

  async loadModel(id: string): Promise<void> {
    await this.#call((call) => ({ kind: 'load', call, model: id }));
  }

  async removeModel(id: string): Promise<void> {
    if (this.#isClosed) throw closedError();
    this.#models = new Map([...this.#models].filter(([other]) => other !== id));
    post(this.#worker, { kind: 'remove', model: id });
  }

  complete(request: EngineRequest, signal: AbortSignal): AsyncIterable<readonly EngineEvent[]> {
    const id = ++this.#lastId;
    const handleAbort = (): void => this.#cancel(id, reasonOf(signal));
    let taken = 0;
    const queue = new EventQueue<EngineEvent>(
      () => {
        const removeListener = (): void => signal.removeEventListener('abort', handleAbort);
        this.#open.set(id, { queue, removeListener });
        if (signal.aborted) return this.#settle(id, reasonOf(signal));
        signal.addEventListener('abort', handleAbort, { once: true });
        try {
          post(this.#ensureWorker(), { kind: 'complete', id, request });
          this.#keepAlive();
        } catch (error) {
          this.#settle(id, error instanceof Error ? error : stoppedError(error));
        }
      },
      (count) => {
        taken += count;
        if (taken < eventWindow / 2) return;
        post(this.#worker, { kind: 'taken', id, count: taken });
        taken = 0;
      },
      () => this.#cancel(id),
    );
    return queue;
  }

  async encode(model: string, text: string): Promise<readonly number[]> {
    const message = await this.#call((call) => ({ kind: 'encode', call, model, text }));
    if (message.kind !== 'encoded') throw new Error(`unexpected answer: ${message.kind}`);
    return message.ids;
  }

  async stats(): Promise<EngineStats> {
    const message = await this.#call((call) => ({ kind: 'stats', call }));
    if (message.kind !== 'stats') throw new Error(`unexpected answer: ${message.kind}`);
    return message.stats;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = null;
    this.#failAll(closedError());
    await worker?.terminate();
  }

  #ensureWorker(): Worker {
    if (this.#isClosed) throw closedError();
    if (this.#worker) return this.#worker;
    const worker = this.#newThread();
    const handleExit = (error: EngineError): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.onStop(error.message);
      this.#failAll(error);
    };
    worker.on('message', (message: FromWorker) => this.#receive(worker, message));
    worker.on('error', (error: unknown) => handleExit(stoppedError(error)));
    worker.on('exit', () => handleExit(stoppedError(new Error('its thread has ended'))));
    for (const [id, { file }] of this.#models) post(worker, { kind: 'add', model: { id, file } });
    this.#worker = worker;
    this.#keepAlive();
    return worker;
  }

  #newThread(): Worker {
    try {
      return this.#startThread();
    } catch (error) {
      throw stoppedError(error);
    }
  }

  #receive(worker: Worker, message: FromWorker): void {
    switch (message.kind) {
      case 'events':
        this.#received.push({ worker, batches: message.batches });
        if (this.#received.length === 1) this.#deliver(0);
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

  /** Yields to the event loop in between. */
  #deliver(from: number): void {
    const [oldest] = this.#received;
    if (oldest === undefined) return;
    const { worker, batches } = oldest;
    const to = from + completionsPerTurn;
    for (const { id, events, isOver, error } of batches.slice(from, to)) {
      this.#open.get(id)?.queue.push(events);
      if (isOver) this.#settle(id, error && errorOf(error));
    }
    setImmediate(() => {
      if (to < batches.length) return this.#deliver(to);
      this.#received.shift();
      post(worker, { kind: 'acknowledge' });
      this.#deliver(0);
    });
  }

  async #call(messageOf: (call: number) => ToWorker): Promise<FromWorker> {
    const call = ++this.#lastId;
    try {
      return await new Promise<FromWorker>((resolve, reject) => {
        this.#calls.set(call, { resolve, reject });
        post(this.#ensureWorker(), messageOf(call));
        this.#keepAlive();
      });
    } finally {
      this.#calls.delete(call);
      this.#keepAlive();
    }
  }

  #cancel(id: number, error: Error | null = null): void {
    post(this.#worker, { kind: 'abort', id });
    this.#settle(id, error);
  }

  #settle(id: number, error: Error | null = null): void {
    const completion = this.#open.get(id);
    this.#open.delete(id);
    completion?.removeListener();
    completion?.queue.end(error);
    this.#keepAlive();
  }

  #failAll(error: EngineError): void {
    for (const id of this.#open.keys()) this.#settle(id, error);
    for (const { reject } of this.#calls.values()) reject(error);
  }

  /** Lets the process exit while nothing waits for the worker. */
  #keepAlive(): void {
    if (this.#open.size + this.#calls.size > 0) this.#worker?.ref();
    else this.#worker?.unref();
  }
}

const closedError = (): EngineError => new EngineError('engine_closed', 'The engine is closed.', null);

const stoppedError = (cause: unknown): EngineError =>
  new EngineError('engine_closed', `The engine stopped: ${causeOf(cause)}.`, null);

const post = (worker: Worker | null, message: ToWorker): void => worker?.postMessage(message, []);

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

/** Iterable once. `onCancel` runs if the consumer stops early. */
export class EventQueue<T> implements AsyncIterableIterator<readonly T[]> {
  readonly #onStart: () => void;
  readonly #onTake: (count: number) => void;
  readonly #onCancel: () => void;
  #state: 'new' | 'open' | 'ended' = 'new';
  #error: Error | null = null;
  #items: T[] = [];
  #wake: (() => void) | null = null;

  constructor(onStart: () => void, onTake: (count: number) => void, onCancel: () => void) {
    this.#onStart = onStart;
    this.#onTake = onTake;
    this.#onCancel = onCancel;
  }

  push(items: readonly T[]): void {
    if (this.#state !== 'open') return;
    for (const item of items) this.#items.push(item);
    this.#wake?.();
  }

  /** `next` throws at once, before queued events. */
  end(error: Error | null = null): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#error = error;
    if (error) this.#items = [];
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<readonly T[], undefined>> {
    if (this.#state === 'new') {
      this.#state = 'open';
      this.#onStart();
    }
    while (this.#state === 'open' && this.#items.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#error) {
      const error = this.#error;
      this.#error = null;
      throw error;
    }
    const value = this.#items;
    this.#items = [];
    if (value.length === 0) return { done: true, value: undefined };
    this.#onTake(value.length);
    return { done: false, value };
  }

  /** Also ends a pending `next`. */
  async return(): Promise<IteratorResult<readonly T[], undefined>> {
    const wasOpen = this.#state === 'open';
    this.#items = [];
    this.end();
    if (wasOpen) this.#onCancel();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
