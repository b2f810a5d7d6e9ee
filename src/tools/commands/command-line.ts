// Command-line programs: options with limits and help, exit code, paths, running server.
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { quote, readHome } from '#service/settings.ts';
import { isServed, type Places, placesIn } from '#service/store/data-folder.ts';
import { StoreError } from '#service/store/database.ts';

/** By name; '' for a flag. */
export type Given = ReadonlyMap<string, string>;

export interface Option<T> {
  readonly name: string;
  /** Name in the help; '' for a flag. */
  readonly value: string;
  readonly about: string;
  /** The value or its default. @throws OptionError outside its limits */
  read(given: Given): T;
}

export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/**
 * `--name value`, `--name=value` and flags; underscores count as dashes.
 * @param program the command to type for help
 * @throws OptionError for an option that is unknown, repeated or without a value
 */
export function readArguments(
  args: readonly string[],
  options: readonly Option<unknown>[],
  program: string,
): Given {
  const table = Object.fromEntries(
    options.map(
      ({ name, value }) => [name, { type: value === '' ? 'boolean' : 'string', multiple: true }] as const,
    ),
  );
  const given = new Map<string, string>();
  for (const [name, values = []] of Object.entries(parseStrictly(args, table, program))) {
    if (values.length > 1) throw new OptionError(`--${name} is given twice.`);
    given.set(name, values.map((value) => (value === true ? '' : String(value))).join(''));
  }
  return given;
}

type Table = Record<string, { readonly type: 'boolean' | 'string'; readonly multiple: true }>;

function parseStrictly(args: readonly string[], table: Table, program: string) {
  const dashed = args.map((each) => each.replace(/^--[^=]*/u, (name) => name.replaceAll('_', '-')));
  try {
    return parseArgs({ args: dashed, options: table }).values;
  } catch (error) {
    // Node's first sentence names the argument; the others are about positional ones, which no program here
    // takes.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/u);
    throw new OptionError(`${sentence}. ${program} --help lists the options.`, { cause: error });
  }
}

export function explainOptions(options: readonly Option<unknown>[]): string {
  return options
    .map(({ name, value, about }) => `  --${name}${value === '' ? '' : ` ${value}`}\n      ${about}`)
    .join('\n');
}

export function flag(name: string, about: string): Option<boolean> {
  return { name, value: '', about, read: (given) => given.has(name) };
}

/** Null if not given. `form` completes "--name must be …". */
export function text(
  name: string,
  { value, about, pattern, form }: { value: string; about: string; pattern: RegExp; form: string },
): Option<string | null> {
  return {
    name,
    value,
    about,
    read(given) {
      const found = given.get(name);
      if (found === undefined) return null;
      if (pattern.test(found)) return found;
      throw new OptionError(`--${name} must be ${form}; it is ${quote(found)}.`);
    },
  };
}

interface Limits {
  readonly about: string;
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

export function integer(name: string, limits: Limits): Option<number> {
  const form = `a whole number from ${limits.min} to ${limits.max}`;
  return numeric(name, limits, form, (found) => (/^\d{1,15}$/u.test(found) ? Number(found) : NaN));
}

/** `isAbove` excludes `min`. */
export function decimal(name: string, limits: Limits & { readonly isAbove?: boolean }): Option<number> {
  const isAbove = limits.isAbove ?? false;
  const form = `a number ${isAbove ? 'above' : 'from'} ${limits.min}${isAbove ? ', up to' : ' to'} ${limits.max}`;
  return numeric(name, limits, form, (found) => {
    const number = /^\d*\.?\d+(?:e[+-]?\d+)?$/iu.test(found) ? Number(found) : NaN;
    return isAbove && number === limits.min ? NaN : number;
  });
}

/** The first word is the default. */
export function choice<const T extends string>(
  name: string,
  about: string,
  words: readonly [T, ...T[]],
): Option<T> {
  const [fallback] = words;
  return {
    name,
    value: `<${words.join('|')}>`,
    about: `${about} Default ${fallback}.`,
    read(given) {
      const found = given.get(name);
      if (found === undefined) return fallback;
      const word = words.find((each) => each === found);
      if (word !== undefined) return word;
      throw new OptionError(`--${name} must be ${words.join(' or ')}; it is ${quote(found)}.`);
    },
  };
}

function numeric(
  name: string,
  { about, min, max, fallback }: Limits,
  form: string,
  parse: (text: string) => number,
): Option<number> {
  return {
    name,
    value: '<number>',
    about: `${about} ${form.charAt(0).toUpperCase()}${form.slice(1)}; default ${fallback}.`,
    read(given) {
      const found = given.get(name);
      if (found === undefined) return fallback;
      const number = parse(found);
      if (number >= min && number <= max) return number;
      throw new OptionError(`--${name} must be ${form}; it is ${quote(found)}.`);
    },
  };
}

interface Program {
  readonly program: string;
  readonly options: readonly Option<unknown>[];
  readonly help: string;
  readonly run: (given: Given, places: Places) => Promise<number>;
}

/** Prints the help if asked, an expected error with exit code 1; rethrows all others. */
export async function runProgram({ program, options, help, run }: Program): Promise<void> {
  try {
    const given = readArguments(process.argv.slice(2), options, program);
    if (given.has('help')) console.log(help);
    else process.exitCode = await run(given, placesIn(readHome(process.env)));
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof StoreError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Resolves against the user's directory: npm runs programs in the checkout. */
export function pathFrom(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** @param otherwise what cannot be done with the file */
export function fileFault(option: string, file: string, error: unknown, otherwise: string): OptionError {
  const cause = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
  const why = fileFaults[cause] ?? `${otherwise} (${cause})`;
  return new OptionError(`${option}: ${file}: ${why}.`, { cause: error });
}

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
};

/** Says it, and whether the job waits for a server. */
export function announceQueued(sentence: string, places: Places): void {
  console.log(sentence);
  const notice = notRunningNotice(places, 'the job waits, and begins');
  if (notice !== null) console.log(notice);
}

/** A sentence if no server is running, else null. */
export function notRunningNotice({ home }: Places, what: string): string | null {
  if (isServed(home)) return null;
  return `No Inferdeck is running for ${home} right now: ${what} when it is started with npm start.`;
}
