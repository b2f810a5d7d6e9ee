// Engine loop inside the worker: models, messages, scheduler steps.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type EngineRequest, fieldsOf, type EventBatch, type FromWorker, type ToWorker } from './contract.ts';
import { LoadedModels } from './loaded-models.ts';
import { startRequest } from './running-request.ts';
import { Scheduler } from './scheduler.ts';

/** Backpressure: further ahead, the main thread would be too busy to accept connections. */
const maxUnacknowledged = 2;

export class EngineLoop {
  readonly #send: (message: FromWorker) => void;
  readonly #scheduler = new Scheduler();
  readonly #models = new LoadedModels((model) => this.#scheduler.isInUse(model));
  #running = false;
  #unacknowledged = 0;
  #onAcknowledged: (() => void) | null = null;
  #wake = new AbortController();

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  handle(message: ToWorker): void {
    switch (message.kind) {
      case 'add':
        this.#models.add(message.model);
        break;
      case 'remove':
        this.#models.remove(message.model);
        break;
      case 'load':
        void this.#load(message.call, message.model);
        break;
      case 'complete':
        this.#complete(message.id, message.request);
        break;
      case 'abort':
        this.#scheduler.abort(message.id);
        this.#wake.abort();
        break;
      case 'acknowledge':
        this.#unacknowledged--;
        this.#onAcknowledged?.();
        break;
      case 'taken':
        this.#scheduler.take(message.id, message.count);
        this.#resume();
        break;
      case 'encode':
        this.#encode(message.call, message.model, message.text);
        break;
      case 'stats':
        this.#send({ kind: 'stats', call: message.call, stats: this.#scheduler.stats() });
        break;
    }
  }

  async #load(call: number, model: string): Promise<void> {
    try {
      await this.#models.load(model);
      this.#send({ kind: 'loaded', call });
    } catch (error) {
      this.#send({ kind: 'call-failed', call, error: fieldsOf(error) });
    }
  }

  #complete(id: number, request: EngineRequest): void {
    try {
      this.#scheduler.add(startRequest(id, this.#models.get(request.model), request));
    } catch (error) {
      this.#sendEvents([{ id, events: [], isOver: true, error: fieldsOf(error) }]);
      return;
    }
    this.#resume();
  }

  #resume(): void {
    this.#wake.abort();
    if (!this.#running) void this.#run();
  }

  #encode(call: number, model: string, text: string): void {
    try {
      this.#send({ kind: 'encoded', call, ids: this.#models.get(model).tokenizer.encode(text) });
    } catch (error) {
      this.#send({ kind: 'call-failed', call, error: fieldsOf(error) });
    }
  }

  #sendEvents(batches: readonly EventBatch[]): void {
    this.#unacknowledged++;
    this.#send({ kind: 'events', batches });
  }

  /** Until no request can make progress. */
  async #run(): Promise<void> {
    this.#running = true;
    for (;;) {
      const next = this.#step();
      if (next === null) break;
      if (typeof next === 'number') await this.#sleep(next);
      else {
        if (next.length > 0) this.#sendEvents(next);
        await setImmediate();
        while (this.#unacknowledged >= maxUnacknowledged)
          await new Promise<void>((resolve) => {
            this.#onAcknowledged = resolve;
          });
      }
    }
    this.#running = false;
    this.#models.trim();
  }

  /** Its events, or milliseconds to wait; null if there is no work. */
  #step(): EventBatch[] | number | null {
    try {
      const delayMs = this.#scheduler.delayMs(performance.now());
      return delayMs === 0 ? this.#scheduler.step(performance.now()) : delayMs;
    } catch (error) {
      return this.#scheduler.fail(error);
    }
  }

  async #sleep(delayMs: number): Promise<void> {
    this.#wake = new AbortController();
    try {
      await setTimeout(delayMs, undefined, { signal: this.#wake.signal });
    } catch {
      // A message arrived: check again what is due.
    }
  }
}
