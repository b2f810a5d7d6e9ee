// The engine inside its worker: loads the models, answers messages, and steps the scheduler whenever something is due.
import { readFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { EngineError, type EngineRequest } from '#service/engine/contract.ts';
import type { Decoder } from '#service/engine/model/decoder.ts';
import { textsOf } from '#service/engine/sampling/token-text.ts';
import { decodeWeightFile } from '#service/engine/weights/weight-file.ts';
import { createDecoder } from './create-decoder.ts';
import type { ErrorFields, FromWorker, ModelFile, ToWorker } from './messages.ts';
import { startRequest } from './running-request.ts';
import { Scheduler } from './scheduler.ts';
import { serveModel, type ServedModel } from './served-model.ts';

/** Holds the models and the scheduler; `send` posts to the main thread. */
export class EngineLoop {
  #models: ReadonlyMap<string, ServedModel> = new Map();
  readonly #send: (message: FromWorker) => void;
  readonly #scheduler = new Scheduler();
  #running = false;
  #wake = new AbortController();

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  /** Answers a message; throws Error for a weight file that is none. */
  handle(message: ToWorker): void {
    switch (message.kind) {
      case 'load':
        this.#models = loadModels(message.models);
        this.#send({ kind: 'ready', models: [...this.#models.values()].map(({ facts }) => facts) });
        break;
      case 'complete':
        this.#complete(message.id, message.request);
        break;
      case 'abort':
        this.#scheduler.abort(message.id);
        this.#wake.abort();
        break;
      case 'encode':
        this.#encode(message.call, message.model, message.text);
        break;
      case 'stats':
        this.#send({ kind: 'stats', call: message.call, stats: this.#scheduler.stats() });
        break;
    }
  }

  #complete(id: number, request: EngineRequest): void {
    try {
      this.#scheduler.add(startRequest(id, this.#model(request.model), request));
    } catch (error) {
      this.#send({ kind: 'failed', id, error: fieldsOf(error) });
      return;
    }
    this.#wake.abort();
    if (!this.#running) void this.#run();
  }

  #encode(call: number, model: string, text: string): void {
    try {
      const { tokenizer } = this.#model(model);
      const ids = tokenizer.encode(text);
      this.#send({ kind: 'encoded', call, ids, texts: textsOf(tokenizer, ids) });
    } catch (error) {
      this.#send({ kind: 'call-failed', call, error: fieldsOf(error) });
    }
  }

  #model(id: string): ServedModel {
    const model = this.#models.get(id);
    if (!model) throw new EngineError('model_not_found', `The model ${id} is not served here.`, 'model');
    return model;
  }

  /** Runs until no request is left; between two steps, messages are handled. */
  async #run(): Promise<void> {
    this.#running = true;
    for (;;) {
      const delayMs = this.#scheduler.delayMs(performance.now());
      if (delayMs === null) break;
      if (delayMs > 0) await this.#sleep(delayMs);
      else {
        const batches = this.#scheduler.step(performance.now());
        if (batches.length > 0) this.#send({ kind: 'events', batches });
        await setImmediate();
      }
    }
    this.#running = false;
  }

  async #sleep(delayMs: number): Promise<void> {
    this.#wake = new AbortController();
    try {
      await setTimeout(delayMs, undefined, { signal: this.#wake.signal });
    } catch {
      // A message came; the loop looks again at what is due.
    }
  }
}

/** Models of one shape share a decoder, and with it the places in the cache. */
function loadModels(models: readonly ModelFile[]): Map<string, ServedModel> {
  const decoders = new Map<string, Decoder>();
  const served = new Map<string, ServedModel>();
  for (const { id, file } of models) {
    const stored = decodeWeightFile(readFileSync(file));
    const key = JSON.stringify(stored.shape);
    const decoder = decoders.get(key) ?? createDecoder(stored.shape);
    decoders.set(key, decoder);
    served.set(id, serveModel(id, stored, decoder));
  }
  return served;
}

function fieldsOf(error: unknown): ErrorFields {
  if (error instanceof EngineError) return { code: error.code, message: error.message, param: error.param };
  throw error;
}
