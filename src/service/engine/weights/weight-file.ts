// Weight files: one line of JSON that describes the model, then its weights as half floats, little-endian.
import * as z from 'zod/mini';
import { layoutOf, type ModelShape } from '#service/engine/model/shape.ts';
import type { TokenizerData } from '#service/engine/tokenizer/tokenizer.ts';
import { decodeHalves, toHalf } from './half.ts';

const count = z.int().check(z.positive());

/** No model that runs here has more: a header that promises a billion must not make anybody lay them out. */
export const MOST_LAYERS = 1_000;

const Header = z.object({
  format: z.literal('inferdeck-weights-1'),
  /** What a person should know about the model, in a sentence or two. */
  description: z.string(),
  /** Unix seconds. */
  created: z.int(),
  shape: z.object({
    vocabulary: count,
    width: count,
    layers: count.check(z.maximum(MOST_LAYERS)),
    heads: count,
    hidden: count,
    context: count,
  }),
  tokenizer: z.object({ merges: z.array(z.tuple([z.int(), z.int()])) }),
  training: z.object({
    steps: z.int(),
    tokens: z.int(),
    seed: z.int(),
    /** Mean loss a token (nats) on text that was not trained on, where it was measured at this step. */
    evaluationLoss: z.optional(z.number()),
    /** Of a fine-tune: what its steps began with. */
    base: z.optional(
      z.object({
        file: z.string(),
        /** SHA-256 of its float32 weights. */
        sha256: z.string(),
      }),
    ),
    /** SHA-256 of the float32 weights after the first steps: proof that the program made them. */
    firstSteps: z.optional(z.object({ count: z.int(), sha256: z.string() })),
  }),
});

/** How the weights came to be. */
export type TrainingFacts = z.infer<typeof Header>['training'];

/** What a weight file says about its model. */
export interface ModelFacts {
  readonly description: string;
  readonly created: number;
  readonly shape: ModelShape;
  readonly tokenizer: TokenizerData;
  readonly training: TrainingFacts;
}

/** Everything that is needed to run a model. */
export interface StoredModel extends ModelFacts {
  /** In the order of `layoutOf(shape)`. */
  readonly weights: Float32Array;
}

/** The bytes of a weight file; weights are rounded to half precision. */
export function encodeWeightFile(model: StoredModel): Uint8Array<ArrayBuffer> {
  const { weights, ...facts } = model;
  const header = new TextEncoder().encode(`${JSON.stringify({ format: 'inferdeck-weights-1', ...facts })}\n`);
  const file = new Uint8Array(header.length + weights.length * 2);
  file.set(header);
  const view = new DataView(file.buffer, header.length);
  for (const [index, weight] of weights.entries()) view.setUint16(index * 2, toHalf(weight), true);
  return file;
}

/** The model in a weight file; throws Error with a sentence when the file is not one or is cut. */
export function decodeWeightFile(file: Uint8Array): StoredModel {
  const facts = readModelFacts(file);
  const bytes = layoutOf(facts.shape).total * 2;
  return { ...facts, weights: decodeHalves(file.subarray(file.length - bytes)) };
}

/** What a weight file says about its model, without its weights; checks and throws as `decodeWeightFile`. */
export function readModelFacts(file: Uint8Array): ModelFacts {
  const end = file.indexOf(10);
  const parsed = Header.safeParse(parseJson(new TextDecoder().decode(file.subarray(0, Math.max(0, end)))));
  if (!parsed.success)
    throw new Error('This is not a weight file: its first line does not describe a model.');
  const { format: _, ...facts } = parsed.data;
  const expected = layoutOf(facts.shape).total * 2;
  const bytes = file.length - end - 1;
  if (bytes !== expected)
    throw new Error(`The weight file is cut: ${bytes} bytes of weights instead of ${expected}.`);
  if (facts.tokenizer.merges.length + 257 !== facts.shape.vocabulary)
    throw new Error('The weight file contradicts itself: its tokenizer does not fit its vocabulary.');
  return facts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
