import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTinyModel } from '#service/engine/testing/tiny-model.ts';
import { encodeWeightFile, type StoredModel } from './weight-file.ts';
import { readModelFile } from './model-file.ts';
import { writeGguf } from '#service/engine/testing/gguf-file.ts';

const model = createTinyModel();
const halves = encodeWeightFile(model);

/** The same model as it would be in single precision. */
function encodeSingle({ weights }: StoredModel): Uint8Array {
  const header = halves.subarray(0, halves.indexOf(10) + 1);
  return Buffer.concat([header, Buffer.from(weights.slice().buffer)]);
}

/** The file with a different number of layers in its header, and no weights. */
function headerWith(layers: string): Uint8Array {
  const header = Buffer.from(halves.subarray(0, halves.indexOf(10) + 1)).toString();
  expect(header).toContain('"layers":2,');
  return Buffer.from(header.replace('"layers":2', layers));
}

const rounded = readModelFile(halves).model;

describe('supported files are read', () => {
  test('a weight file in half precision, as it is', () => {
    expect(readModelFile(halves)).toMatchObject({ format: 'weight file, f16' });
    expect(rounded.shape).toEqual(model.shape);
  });

  test('a weight file in single precision, rounded to the same halves', () => {
    const read = readModelFile(encodeSingle(model));
    expect(read.format).toBe('weight file, f32');
    expect(read.model).toEqual(rounded);
  });

  test.each([0, 1])(
    'a GGUF file of tensor type %s, to the same weights and the same tokens',
    (tensorType) => {
      const read = readModelFile(writeGguf(model, { tensorType }));
      expect(read.format).toBe('GGUF');
      expect(read.model.shape).toEqual(model.shape);
      expect(read.model.tokenizer).toEqual(model.tokenizer);
      expect(read.model.weights).toEqual(rounded.weights);
      expect(read.model.description).toBe('From elsewhere');
    },
  );
});

describe('unsupported files are refused with a message', () => {
  test.each([
    ['an empty file', new Uint8Array(), 'empty'],
    ['a text', Buffer.from('Hello, I am a model.\n'), 'not a weight file'],
    ['a file that is cut', halves.subarray(0, -1), 'is truncated'],
    ['a file with more than its weights', Buffer.concat([halves, Buffer.alloc(2)]), 'is truncated'],
    ['a header of a billion layers', headerWith('"layers":1000000000'), 'does not describe a model'],
    [
      'a header that promises one layer first, then a billion',
      headerWith('"layers":1,"layers":1000000000'),
      'does not describe a model',
    ],
    [
      'a weight that is not finite',
      encodeWeightFile({ ...model, weights: model.weights.with(7, NaN) }),
      'Weight 8 of',
    ],
    [
      'a weight too large for a half',
      encodeSingle({ ...model, weights: model.weights.with(0, 1e6) }),
      'Weight 1 of',
    ],
  ])('%s', (_name, bytes, sentence) => {
    expect(() => readModelFile(bytes)).toThrow(sentence);
  });

  test.each([
    [
      'another architecture',
      { values: { 'general.architecture': [8, 'gpt2'] } },
      'general.architecture to be llama; it is "gpt2"',
    ],
    [
      'grouped heads',
      { values: { 'llama.attention.head_count_kv': [4, 1] } },
      'head_count_kv to be 2; it is 1',
    ],
    ['another rotation', { values: { 'llama.rope.freq_base': [6, 500_000] } }, 'rope.freq_base to be 10000'],
    [
      'stretched positions',
      { values: { 'llama.rope.scaling.type': [8, 'linear'] } },
      'rope.scaling.type to be none; it is "linear"',
    ],
    [
      'another epsilon',
      { values: { 'llama.attention.layer_norm_rms_epsilon': [6, 1e-6] } },
      'layer_norm_rms_epsilon to be 0.00001; it is 0.000001',
    ],
    [
      'another vocabulary',
      { values: { 'tokenizer.ggml.model': [8, 'llama'] } },
      'tokenizer.ggml.model to be gpt2',
    ],
    [
      'sizes of no kernel',
      { values: { 'llama.embedding_length': [4, 20] } },
      'dimensions cannot be run here',
    ],
    ['a billion layers', { values: { 'llama.block_count': [4, 1e9] } }, 'block_count is too large'],
    ['a missing size', { values: { 'llama.block_count': null } }, 'has no llama.block_count'],
    ['more layers than it has', { values: { 'llama.block_count': [4, 3] } }, 'no tensor blk.2'],
    ['quantized weights', { tensorType: 8 }, 'is quantized (type 8)'],
    ['an output matrix of its own', { extraTensor: true }, 'The tensor output.weight is not part'],
  ] as const)('a GGUF file with %s', (_name, changes, sentence) => {
    expect(() => readModelFile(writeGguf(model, changes))).toThrow(sentence);
  });

  test('a GGUF file that is cut or damaged anywhere fails, and never hangs', () => {
    const whole = writeGguf(model);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (size) => {
        expect(() => readModelFile(whole.subarray(0, size))).toThrow(Error);
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(255), (place, byte) => {
        expect(errorOf(Buffer.from(whole).fill(byte, place, place + 4)) ?? new Error('none')).toBeInstanceOf(
          Error,
        );
      }),
      { numRuns: 60 },
    );
  });
});

function errorOf(bytes: Uint8Array): unknown {
  try {
    readModelFile(bytes);
    return null;
  } catch (error) {
    return error;
  }
}
