// Training data: JSONL examples, encoded and packed into rows.
import { Random } from '#lib/random.ts';
import { causeOf } from '#service/engine/contract.ts';
import type { Batch } from '#service/engine/model/forward.ts';
import type { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { parseJson } from '#service/engine/model/weight-file.ts';
import type { FineTunePlan, LineProblem } from './contract.ts';
import { createReadStream } from 'node:fs';
import { at } from '#lib/at.ts';

export interface TrainingData {
  /** Of a row, in tokens. */
  readonly length: number;
  /** Examples longer than a row. */
  readonly cutCount: number;
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
  const examples = [...training, ...validation];
  const length = rowLengthFor(examples, context);
  return {
    length,
    cutCount: examples.filter(({ tokens }) => tokens.length > length).length,
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

/** A plain text has an empty prompt. */
export interface Example {
  readonly prompt: string;
  readonly completion: string;
}

type ExampleLine = { readonly example: Example } | { readonly problem: LineProblem };

/** Batches as read. Throws file system errors. */
export async function* readExamples(file: string): AsyncGenerator<readonly ExampleLine[]> {
  for await (const lines of readLines(file)) yield lines.flatMap((line) => readExample(line) ?? []);
}

function readExample({ number, bytes }: FileLine): ExampleLine | null {
  const problem = (message: string): ExampleLine => ({ problem: { line: number, message } });
  if (bytes === null) return problem(`This line is longer than ${lineLimit} bytes.`);
  const text = decode(bytes);
  if (text === null) return problem('This line is not valid UTF-8.');
  if (text.trim() === '') return null;
  const parsed = parseJson(text);
  if (parsed === undefined) return problem('This line is not JSON.');
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return problem('This line is not a JSON object.');
  const found = exampleOf(parsed);
  return typeof found === 'string' ? problem(found) : { example: found };
}

/** A string says what is wrong. */
function exampleOf(object: object): Example | string {
  if ('text' in object) {
    const { text } = object;
    if ('prompt' in object || 'completion' in object)
      return 'This line has a "text" beside a "prompt" or "completion"; it must have one form only.';
    return isNonEmptyString(text) ? { prompt: '', completion: text } : invalidField('text', text);
  }
  if ('messages' in object && !('prompt' in object))
    return 'This line has chat "messages", which are not read; write a "text", or a "prompt" and a "completion".';
  if (!('prompt' in object))
    return 'completion' in object
      ? 'This line has a "completion" but no "prompt".'
      : 'This line has neither a "text" nor a "prompt" and a "completion".';
  if (!('completion' in object)) return 'This line has a "prompt" but no "completion".';
  const { prompt, completion } = object;
  if (!isNonEmptyString(prompt)) return invalidField('prompt', prompt);
  return isNonEmptyString(completion) ? { prompt, completion } : invalidField('completion', completion);
}

const isNonEmptyString = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

const invalidField = (name: string, value: unknown): string =>
  `The "${name}" of this line is ${typeof value === 'string' ? 'empty' : 'not a string'}.`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes; longer lines are not read. */
export const lineLimit = 1_000_000;

const lineFeed = 10;

/** Numbered from 1; `bytes` is null above `lineLimit`. */
interface FileLine {
  readonly number: number;
  readonly bytes: Uint8Array | null;
}

async function* readLines(file: string): AsyncGenerator<readonly FileLine[]> {
  const splitter = new LineSplitter();
  // Without an encoding, a stream yields bytes.
  const stream: AsyncIterable<Uint8Array> = createReadStream(file);
  for await (const chunk of stream) yield splitter.push(chunk);
  yield splitter.end();
}

class LineSplitter {
  #number = 0;
  #parts: Uint8Array[] = [];
  #length = 0;

  push(chunk: Uint8Array): FileLine[] {
    const lines: FileLine[] = [];
    let start = 0;
    for (;;) {
      const feed = chunk.indexOf(lineFeed, start);
      if (feed < 0) break;
      this.#keep(chunk.subarray(start, feed));
      lines.push(this.#take());
      start = feed + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  end(): FileLine[] {
    return this.#length > 0 ? [this.#take()] : [];
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > lineLimit) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): FileLine {
    const parts = this.#parts;
    const bytes = this.#length > lineLimit ? null : parts.length === 1 ? at(parts, 0) : Buffer.concat(parts);
    this.#parts = [];
    this.#length = 0;
    return { number: ++this.#number, bytes };
  }
}
