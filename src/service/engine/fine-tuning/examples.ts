// Training file parser: JSONL examples or line problems.
import { createReadStream } from 'node:fs';
import { at } from '#lib/at.ts';
import type { LineProblem } from './contract.ts';

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
  const parsed = parse(text);
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

/** Undefined unless JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
