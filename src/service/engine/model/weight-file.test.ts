import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { decodeHalves, fromHalf, toHalf, decodeWeightFile, encodeWeightFile } from './weight-file.ts';
import { createTinyModel } from '#service/engine/testing/tiny-model.ts';

it('keeps every half exactly', () => {
  const halves = Array.from({ length: 65536 }, (_, half) => half).filter(
    (half) => !Number.isNaN(fromHalf(half)),
  );
  expect(halves.filter((half) => toHalf(fromHalf(half)) !== half)).toEqual([]);
  const bytes = new Uint8Array(Uint16Array.from(halves).buffer);
  expect(decodeHalves(bytes)).toEqual(Float32Array.from(halves, fromHalf));
});

it('rounds to the nearest half, ties to even', () => {
  expect(fromHalf(toHalf(1 / 3))).toBeCloseTo(1 / 3, 3);
  expect(fromHalf(toHalf(1 + 2 ** -11))).toBe(1);
  expect(fromHalf(toHalf(1 + 3 * 2 ** -11))).toBe(1 + 2 ** -9);
  expect(fromHalf(toHalf(65_519))).toBe(65_504);
  expect(fromHalf(toHalf(65_520))).toBe(Infinity);
  expect(fromHalf(toHalf(2 ** -25))).toBe(0);
  expect(fromHalf(toHalf(2 ** -24 * 1.5))).toBe(2 ** -23);
  expect(fromHalf(toHalf(NaN))).toBeNaN();
});

it('round-trips a model with its weights rounded', () => {
  const model = createTinyModel();
  const read = decodeWeightFile(encodeWeightFile(model));
  expect({ ...read, weights: null }).toEqual({ ...model, weights: null });
  const worst = model.weights.reduce(
    (most, weight, i) => Math.max(most, Math.abs(weight - at(read.weights, i))),
    0,
  );
  expect(worst).toBeLessThan(1e-3);
  expect(encodeWeightFile(read)).toEqual(encodeWeightFile(model));
});

it('refuses a file that is truncated, of another kind, or inconsistent', () => {
  const file = encodeWeightFile(createTinyModel());
  expect(() => decodeWeightFile(file.subarray(0, file.length - 2))).toThrow(/is truncated/);
  expect(() => decodeWeightFile(file.subarray(100))).toThrow(/not a weight file/);
  expect(() => decodeWeightFile(new Uint8Array())).toThrow(/not a weight file/);
  const model = createTinyModel();
  expect(() => decodeWeightFile(encodeWeightFile({ ...model, tokenizer: { merges: [] } }))).toThrow(
    /contradicts/,
  );
});
