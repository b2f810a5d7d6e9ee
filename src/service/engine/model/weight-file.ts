// Weight file format: a line of JSON, then little-endian half floats.
import * as z from 'zod/mini';
import { layoutOf, type ModelShape } from './shape.ts';
import type { TokenizerData } from './tokenizer.ts';

const count = z.int().check(z.positive());

/** A billion layers in a header would exhaust memory. */
export const maxLayers = 1_000;

const Header = z.object({
  format: z.literal('inferdeck-weights-1'),
  description: z.string(),
  /** Unix seconds. */
  created: z.int(),
  shape: z.object({
    vocabulary: count,
    width: count,
    layers: count.check(z.maximum(maxLayers)),
    heads: count,
    hidden: count,
    context: count,
  }),
  tokenizer: z.object({ merges: z.array(z.tuple([z.int(), z.int()])) }),
  training: z.object({
    steps: z.int(),
    tokens: z.int(),
    seed: z.int(),
    /** Nats per token on held-out text. */
    evaluationLoss: z.optional(z.number()),
    /** Of the float32 weights, as proof that the program made them. */
    firstSteps: z.optional(z.object({ count: z.int(), sha256: z.string() })),
  }),
});

export type TrainingFacts = z.infer<typeof Header>['training'];

export interface ModelFacts {
  readonly description: string;
  readonly created: number;
  readonly shape: ModelShape;
  readonly tokenizer: TokenizerData;
  readonly training: TrainingFacts;
}

export interface StoredModel extends ModelFacts {
  /** Laid out by `layoutOf(shape)`. */
  readonly weights: Float32Array;
}

export function encodeWeightFile(model: StoredModel): Uint8Array<ArrayBuffer> {
  const { weights, ...facts } = model;
  const header = new TextEncoder().encode(`${JSON.stringify({ format: 'inferdeck-weights-1', ...facts })}\n`);
  const file = new Uint8Array(header.length + weights.length * 2);
  file.set(header);
  const view = new DataView(file.buffer, header.length);
  for (const [index, weight] of weights.entries()) view.setUint16(index * 2, toHalf(weight), true);
  return file;
}

/** Throws Error with a sentence for users. */
export function decodeWeightFile(file: Uint8Array): StoredModel {
  return runToEnd(decodeInSlices(file));
}

/** As `decodeWeightFile`; yields every few milliseconds. */
export function* decodeInSlices(file: Uint8Array): Generator<undefined, StoredModel> {
  const facts = readModelFacts(file);
  const { total } = layoutOf(facts.shape);
  const bytes = file.subarray(file.length - total * 2);
  const weights = new Float32Array(total);
  for (let from = 0; from < total; from += weightsPerSlice) {
    weights.set(decodeHalves(bytes.subarray(from * 2, (from + weightsPerSlice) * 2)), from);
    yield;
  }
  return { ...facts, weights };
}

const weightsPerSlice = 2 ** 20;

export function runToEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Throws as `decodeWeightFile`. */
export function readModelFacts(file: Uint8Array): ModelFacts {
  const end = file.indexOf(10);
  const parsed = Header.safeParse(parseJson(new TextDecoder().decode(file.subarray(0, Math.max(0, end)))));
  if (!parsed.success)
    throw new Error('This is not a weight file: its first line does not describe a model.');
  const { format: _, ...facts } = parsed.data;
  const expected = layoutOf(facts.shape).total * 2;
  const bytes = file.length - end - 1;
  if (bytes !== expected)
    throw new Error(`The weight file is truncated: ${bytes} bytes of weights instead of ${expected}.`);
  if (facts.tokenizer.merges.length + 257 !== facts.shape.vocabulary)
    throw new Error('The weight file contradicts itself: its tokenizer does not fit its vocabulary.');
  return facts;
}

/** Undefined unless JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** Nearest half, ties to even; overflow becomes infinity. */
export function toHalf(value: number): number {
  single[0] = value;
  const word = bits[0] ?? 0;
  const sign = (word >>> 16) & 0x8000;
  const exponent = ((word >>> 23) & 255) - 112;
  const fraction = word & 0x7fffff;
  if (exponent >= 31) return sign | 0x7c00 | (exponent === 143 && fraction > 0 ? 0x200 : 0);
  if (exponent < -10) return sign;
  // For subnormals the leading one becomes part of the fraction, which is shifted further.
  const whole = exponent > 0 ? (exponent << 23) | fraction : fraction | 0x800000;
  const shift = exponent > 0 ? 13 : 14 - exponent;
  const half = Math.floor(whole / 2 ** shift);
  const rest = whole - half * 2 ** shift;
  const tie = 2 ** (shift - 1);
  return sign | (half + (rest > tie || (rest === tie && half % 2 === 1) ? 1 : 0));
}

export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

let table: Float32Array | null = null;

/** On a little-endian machine, as the engine needs. */
export function decodeHalves(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const values = (table ??= Float32Array.from({ length: 65536 }, (_, half) => fromHalf(half)));
  // The copy is aligned.
  const halves = new Uint16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1);
  const numbers = new Float32Array(halves.length);
  for (let index = 0; index < numbers.length; index++) numbers[index] = values[halves[index] ?? 0] ?? 0;
  return numbers;
}
