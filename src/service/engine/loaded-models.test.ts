import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { encodeWeightFile, type StoredModel } from '#service/engine/model/weight-file.ts';
import { layoutOf } from '#service/engine/model/shape.ts';
import { LoadedModels, type ServedModel } from './loaded-models.ts';
import { createTinyModel } from '#service/engine/testing/tiny-model.ts';

/** Room for two models; `put` writes a weight file and registers it. */
function start() {
  const folder = mkdtempSync(join(tmpdir(), 'inferdeck-models-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const busy = new Set<ServedModel>();
  const models = new LoadedModels((model) => busy.has(model), 2);
  const put = (id: string, changes: Partial<StoredModel> = {}): string => {
    const file = join(folder, id);
    writeFileSync(file, encodeWeightFile({ ...createTinyModel(), ...changes }));
    models.add({ id, file });
    return file;
  };
  return { busy, models, put };
}

it('reads a file when its model is first requested, and not again', () => {
  const { models, put } = start();
  const file = put('a');
  const model = models.get('a');
  rmSync(file);
  expect(models.get('a')).toBe(model);
  expect(model.facts).toMatchObject({ id: 'a', contextLength: 128 });
});

it('keeps the most recently used models in memory, and reads the others again', () => {
  const { models, put } = start();
  for (const id of ['a', 'b', 'c']) put(id);
  const [a, b] = [models.get('a'), models.get('b')];
  models.get('a');
  const c = models.get('c');
  expect(models.get('a')).toBe(a);
  expect(models.get('c')).toBe(c);
  expect(models.get('b')).not.toBe(b);
  // The new model reuses the memory of the evicted one.
  expect(models.get('b').weights).toBe(a.weights);
});

it('never evicts a model in use, whatever else is requested', () => {
  const { busy, models, put } = start();
  for (const id of ['a', 'b', 'c', 'd']) put(id);
  const used = ['a', 'b', 'c'].map((id) => {
    const model = models.get(id);
    busy.add(model);
    return model;
  });
  models.get('d');
  expect(['a', 'b', 'c'].map((id) => models.get(id))).toEqual(used);
  busy.clear();
  models.trim();
  expect(models.get('c')).toBe(used[2]);
  expect(models.get('a')).not.toBe(used[0]);
});

it('shares a decoder and a tokenizer among models of one shape, and frees them with the last model', () => {
  const { models, put } = start();
  for (const id of ['a', 'b']) put(id);
  const shape = { ...createTinyModel().shape, context: 64 };
  put('other', { shape });
  const [a, b] = [models.get('a'), models.get('b')];
  expect(b.decoder).toBe(a.decoder);
  expect(b.tokenizer).toBe(a.tokenizer);
  expect(models.get('other').decoder).not.toBe(a.decoder);
  models.remove('b');
  models.remove('a');
  put('a');
  expect(models.get('a').decoder).not.toBe(a.decoder);
});

it('gives a new file of the same name to new requests only', () => {
  const { busy, models, put } = start();
  put('a');
  const old = models.get('a');
  busy.add(old);
  put('a', { weights: createTinyModel().weights.fill(0) });
  const young = models.get('a');
  expect(young.weights).not.toBe(old.weights);
  busy.clear();
  put('b');
  // No longer in use, so its memory is free.
  expect(models.get('b').weights).toBe(old.weights);
});

it('reports why a model cannot be used each time it is requested', () => {
  const { models, put } = start();
  rmSync(put('gone'));
  writeFileSync(put('cut'), 'hello');
  put('wide', { shape: { ...createTinyModel().shape, context: 2 ** 30 } });
  const ask = (id: string) => () => models.get(id);
  for (const _ of [1, 2]) expect(ask('gone')).toThrow(/weights of gone cannot be used: ENOENT.*\.$/);
  expect(ask('cut')).toThrow('The weights of cut cannot be used: This is not a weight file');
  expect(ask('wide')).toThrow(/weights of wide cannot be used/);
  expect(ask('nobody')).toThrow('The model nobody is not served here.');
  expect(ask('nobody')).toThrow(expect.objectContaining({ code: 'model_not_found', param: 'model' }));
  models.remove('gone');
  expect(ask('gone')).toThrow('not served here');
});

/** More than two million weights. */
const wide = { ...createTinyModel().shape, width: 512, heads: 16, hidden: 512, layers: 2 };
const large = { shape: wide, weights: new Float32Array(layoutOf(wide).total) };

it('loads a large model in slices before its first request, so that others get turns in between', async () => {
  const { models, put } = start();
  put('small');
  const file = put('large', large);
  const seen = { turns: 0, isLoaded: false };
  const loading = models.load('large').then(() => (seen.isLoaded = true));
  while (!seen.isLoaded) {
    models.get('small');
    seen.turns++;
    await setImmediate();
  }
  await loading;
  expect(seen.turns).toBeGreaterThan(2);
  rmSync(file);
  expect(models.get('large').facts.parameterCount).toBe(large.weights.length);
});

it('loads once a model that is requested, replaced or removed while it loads', async () => {
  const { models, put } = start();
  put('large', large);
  const asked = models.load('large');
  const model = models.get('large');
  await asked;
  expect(models.get('large')).toBe(model);

  put('other', large);
  const replaced = models.load('other');
  put('other');
  await replaced;
  expect(models.get('other').facts.parameterCount).toBe(createTinyModel().weights.length);

  put('gone', large);
  const removed = models.load('gone');
  models.remove('gone');
  await expect(removed).rejects.toMatchObject({ code: 'model_not_found' });
  await expect(models.load('nobody')).rejects.toMatchObject({ code: 'model_not_found' });
});
