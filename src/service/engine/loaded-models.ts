// LRU cache of loaded models by name.
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pageBytes, pagesFor, Decoder, type LoadedWeights } from '#service/engine/model/decoder.ts';
import type { ModelShape } from '#service/engine/model/shape.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { decodeInSlices, runToEnd, type StoredModel } from '#service/engine/model/weight-file.ts';
import { type ModelFile, EngineError, unreadableModel, type EngineModel, describeModel } from './contract.ts';

/** Models of one shape and tokenizer share cache slots. */
interface Family {
  readonly decoder: Decoder;
  readonly tokenizer: Tokenizer;
}

/** About 5 MB each; exceeded only while more are in use. */
const maxLoaded = 8;

export class LoadedModels {
  readonly #isInUse: (model: ServedModel) => boolean;
  readonly #limit: number;
  readonly #files = new Map<string, ModelFile>();
  /** Most recently used last. */
  readonly #loaded = new Map<string, ServedModel>();
  /** Removed or replaced, but perhaps still in use. */
  #retired: ServedModel[] = [];
  readonly #families = new Map<string, Family>();

  constructor(isInUse: (model: ServedModel) => boolean, limit = maxLoaded) {
    this.#isInUse = isInUse;
    this.#limit = limit;
  }

  /** Reads the file on first use. */
  add(model: ModelFile): void {
    this.remove(model.id);
    this.#files.set(model.id, model);
  }

  remove(id: string): void {
    const model = this.#loaded.get(id);
    if (model) this.#retired.push(model);
    this.#loaded.delete(id);
    this.#files.delete(id);
    this.trim();
  }

  /** Throws EngineError. */
  get(id: string): ServedModel {
    const model = this.#loaded.get(id) ?? runToEnd(this.#load(id));
    this.#loaded.delete(id);
    this.#loaded.set(id, model);
    return model;
  }

  /** Ahead of `get`, in slices, so that running requests do not wait. Rejects with EngineError. */
  async load(id: string): Promise<void> {
    const steps = this.#load(id);
    while (steps.next().done !== true) await setImmediate();
  }

  trim(room = 0): void {
    const retired = this.#retired.filter((model) => !this.#isInUse(model));
    this.#retired = this.#retired.filter((model) => !retired.includes(model));
    const idle = [...this.#loaded.values()].filter((model) => !this.#isInUse(model));
    const surplus = Math.max(0, this.#loaded.size + room - this.#limit);
    const unused = idle.slice(0, surplus);
    for (const { facts } of unused) this.#loaded.delete(facts.id);
    for (const { decoder, weights } of [...retired, ...unused]) decoder.unload(weights);
    for (const [key, { decoder }] of this.#families)
      if (![...this.#loaded.values(), ...this.#retired].some((model) => model.decoder === decoder))
        this.#families.delete(key);
  }

  *#load(id: string): Generator<undefined, ServedModel> {
    const source = this.#sourceOf(id);
    try {
      const stored = yield* decodeInSlices(readFileSync(source.file));
      // Between the slices it may have been asked for.
      const loaded = this.#loaded.get(id);
      if (loaded !== undefined || this.#sourceOf(id) !== source) return this.get(id);
      this.trim(1);
      const { decoder, tokenizer } = this.#family(stored);
      const model = serveModel(id, stored, decoder, tokenizer);
      this.#loaded.set(id, model);
      return model;
    } catch (error) {
      throw error instanceof EngineError ? error : unreadableModel(id, error);
    }
  }

  #sourceOf(id: string): ModelFile {
    const source = this.#files.get(id);
    if (source) return source;
    throw new EngineError('model_not_found', `The model ${id} is not served here.`, 'model');
  }

  #family({ shape, tokenizer }: StoredModel): Family {
    const key = JSON.stringify([shape, tokenizer]);
    const family = this.#families.get(key) ?? {
      decoder: createDecoder(shape),
      tokenizer: new Tokenizer(tokenizer),
    };
    this.#families.set(key, family);
    return family;
  }
}

/** Sequences per decoding step, and prompt tokens per step. */
export const decodeRows = 32;
export const prefillRows = 64;

/** Sequences in the cache at once. */
const slots = 512;
const cacheBytes = 96 * 2 ** 20;

/** Takes physical memory only as the cache fills. */
function createDecoder(shape: ModelShape): Decoder {
  const pages = Math.max(pagesFor(shape.context), Math.floor(cacheBytes / pageBytes(shape)));
  return new Decoder(shape, { slots: slots, pages, maxRows: decodeRows + prefillRows });
}

export interface ServedModel {
  readonly facts: EngineModel;
  readonly tokenizer: Tokenizer;
  readonly decoder: Decoder;
  readonly weights: LoadedWeights;
}

/** `decoder` must have the model's shape; models with equal tokenizers may share one. */
export const serveModel = (
  id: string,
  stored: StoredModel,
  decoder: Decoder,
  tokenizer: Tokenizer = new Tokenizer(stored.tokenizer),
): ServedModel => ({
  facts: describeModel(id, stored),
  tokenizer,
  decoder,
  weights: decoder.load(stored.weights),
});
