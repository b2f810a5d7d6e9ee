// Training data: read, encoded, packed into rows.
import { Random } from '#lib/random.ts';
import { causeOf } from '#service/engine/contract.ts';
import type { Batch } from '#service/engine/model/forward.ts';
import type { Tokenizer } from '#service/engine/model/tokenizer.ts';
import type { FineTunePlan } from './contract.ts';
import { readExamples, type Example } from './examples.ts';

export interface TrainingData {
  readonly length: number;
  readonly rows: readonly Row[];
  readonly validationRows: readonly Row[];
}

/** Throws FineTuneError for any unusable line. */
export async function readTrainingData(
  plan: FineTunePlan,
  tokenizer: Tokenizer,
  context: number,
): Promise<TrainingData> {
  const { trainingFile, validationFile, trainOnInputs, nEvals, seed } = plan;
  const encodeFile = (file: string, name: string): Promise<Row[]> =>
    readFile(file, name, tokenizer, trainOnInputs);
  const training = await encodeFile(trainingFile, 'training file');
  const validation =
    validationFile !== null && nEvals > 0 ? await encodeFile(validationFile, 'validation file') : [];
  const length = rowLengthFor([...training, ...validation], context);
  return {
    length,
    rows: packRows(training, length, seed),
    validationRows: packRows(validation, length, seed),
  };
}

async function readFile(
  file: string,
  name: string,
  tokenizer: Tokenizer,
  trainOnInputs: FineTunePlan['trainOnInputs'],
): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    for await (const batch of readExamples(file))
      for (const line of batch) {
        if ('problem' in line)
          throw new FineTuneError(`Line ${line.problem.line} of the ${name}: ${line.problem.message}`);
        rows.push(encodeExample(line.example, tokenizer, trainOnInputs));
      }
  } catch (error) {
    throw error instanceof FineTuneError
      ? error
      : new FineTuneError(`The ${name} cannot be read: ${causeOf(error)}.`);
  }
  if (rows.length === 0) throw new FineTuneError(`The ${name} has no examples.`);
  return rows;
}

/** A sentence for users. */
export class FineTuneError extends Error {
  override readonly name = 'FineTuneError';
}

export const failureMessage = (error: unknown): string =>
  error instanceof FineTuneError ? error.message : `The training cannot continue: ${causeOf(error)}.`;

/** Target -1: not learned. */
export interface Row {
  readonly tokens: Int32Array;
  readonly targets: Int32Array;
}

/** Minimum; grows with the longest example, up to the context. */
const rowLength = 128;

const openRows = 16;

/** Tokens begin and targets end with `<|end|>`. */
export function encodeExample(
  { prompt, completion }: Example,
  tokenizer: Tokenizer,
  trainOnInputs: FineTunePlan['trainOnInputs'],
): Row {
  const given = tokenizer.encode(prompt);
  const ids = [...given, ...tokenizer.encode(completion)];
  const targets = Int32Array.from([...ids, tokenizer.end]);
  if (trainOnInputs !== true) targets.fill(-1, 0, given.length);
  return { tokens: Int32Array.from([tokenizer.end, ...ids]), targets };
}

/** A multiple of 8. */
export function rowLengthFor(examples: readonly Row[], context: number): number {
  let longest = rowLength;
  for (const { tokens } of examples) longest = Math.max(longest, tokens.length);
  return Math.min(Math.ceil(longest / 8), Math.floor(context / 8)) * 8;
}

/** In seeded order. Long examples continue in another row. */
export function packRows(examples: readonly Row[], length: number, seed: number): Row[] {
  const pieces = new Random(seed).shuffle(examples.flatMap((example) => cut(example, length)));
  const rows: Row[][] = [];
  let open: { readonly parts: Row[]; room: number }[] = [];
  for (const piece of pieces) {
    let row = open.find(({ room }) => room >= piece.tokens.length);
    if (!row) {
      row = { parts: [], room: length };
      rows.push(row.parts);
      open = [...open.slice(open.length < openRows ? 0 : 1), row];
    }
    row.parts.push(piece);
    row.room -= piece.tokens.length;
  }
  return rows.map(join);
}

export function batchRows(
  rows: readonly Row[],
  size: { readonly batch: number; readonly length: number },
  padding: number,
): Batch[] {
  const { batch, length } = size;
  return Array.from({ length: Math.ceil(rows.length / batch) }, (_, index) => {
    const tokens = new Int32Array(batch * length).fill(padding);
    const targets = new Int32Array(batch * length).fill(-1);
    for (const [place, row] of rows.slice(index * batch, (index + 1) * batch).entries()) {
      tokens.set(row.tokens, place * length);
      targets.set(row.targets, place * length);
    }
    return { tokens, targets };
  });
}

export const countTokens = (rows: readonly Row[]): number =>
  rows.reduce((sum, { tokens }) => sum + tokens.length, 0);

/** Drops pieces without any target. */
function cut({ tokens, targets }: Row, length: number): Row[] {
  if (tokens.length <= length) return [{ tokens, targets }];
  return Array.from({ length: Math.ceil(tokens.length / length) }, (_, index) => ({
    tokens: tokens.slice(index * length, (index + 1) * length),
    targets: targets.slice(index * length, (index + 1) * length),
  })).filter((piece) => piece.targets.some((target) => target >= 0));
}

const join = (parts: readonly Row[]): Row => ({
  tokens: concatenate(parts.map(({ tokens }) => tokens)),
  targets: concatenate(parts.map(({ targets }) => targets)),
});

function concatenate(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    joined.set(part, start);
    start += part.length;
  }
  return joined;
}
