// The examples of a training file: what each line says, or what is wrong with it.
import type { LineProblem } from './contract.ts';
import { LINE_LIMIT, readLines, type FileLine } from './lines.ts';

/** What a model is to say (`completion`) after what it is given (`prompt`); a plain text has no prompt. */
export interface Example {
  readonly prompt: string;
  readonly completion: string;
}

/** A line that is not blank. */
export type ExampleLine = { readonly example: Example } | { readonly problem: LineProblem };

/** All examples and problems, in order; those together that were read together. Throws what the file system throws. */
export async function* readExamples(file: string): AsyncGenerator<readonly ExampleLine[]> {
  for await (const lines of readLines(file)) yield lines.flatMap((line) => readExample(line) ?? []);
}

/** The example in a line, or its problem; null for a blank line. */
function readExample({ number, bytes }: FileLine): ExampleLine | null {
  const problem = (message: string): ExampleLine => ({ problem: { line: number, message } });
  if (bytes === null) return problem(`This line is longer than ${LINE_LIMIT} bytes.`);
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

/** The example in an object, or a sentence about what is wrong. */
function exampleOf(object: object): Example | string {
  if ('text' in object) {
    const { text } = object;
    if ('prompt' in object || 'completion' in object)
      return 'This line has a "text" beside a "prompt" or "completion"; it must have one form only.';
    return saysSomething(text) ? { prompt: '', completion: text } : complaint('text', text);
  }
  if (!('prompt' in object))
    return 'completion' in object
      ? 'This line has a "completion" but no "prompt".'
      : 'This line has neither a "text" nor a "prompt" and a "completion".';
  if (!('completion' in object)) return 'This line has a "prompt" but no "completion".';
  const { prompt, completion } = object;
  if (!saysSomething(prompt)) return complaint('prompt', prompt);
  return saysSomething(completion) ? { prompt, completion } : complaint('completion', completion);
}

const saysSomething = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const complaint = (name: string, value: unknown): string =>
  `The "${name}" of this line is ${typeof value === 'string' ? 'empty' : 'not a string'}.`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** The value that a text stands for; undefined when it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
