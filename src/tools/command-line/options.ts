// Options of a command-line program: one table that reads them, holds them to their limits, and explains them.

/** What was given: values by the option's name; a flag has the value ''. */
export type Given = ReadonlyMap<string, string>;

/** One option. */
export interface Option<T> {
  /** Without its dashes. */
  readonly name: string;
  /** What the help calls its value; '' for a flag. */
  readonly value: string;
  /** What it is for, with its limits and its default. */
  readonly about: string;
  /** Its value, or its default. Throws OptionError for one outside its limits. */
  read(given: Given): T;
}

/** An option that cannot be used; the message is a sentence that names it. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/**
 * Reads `--name value`, `--name=value` and flags; underscores count as dashes. Throws OptionError for what is not in the
 * table, comes twice, or has no value. `program` is what is to be typed for help.
 */
export function readArguments(
  args: readonly string[],
  options: readonly Option<unknown>[],
  program: string,
): Given {
  const given = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    const [, spelled = '', inline] = /^--([a-z][\w-]*)(?:=(.*))?$/su.exec(argument) ?? [];
    const name = spelled.replaceAll('_', '-');
    const option = options.find((each) => each.name === name);
    if (option === undefined) {
      const what = spelled === '' ? `${quote(argument)} is no option` : `there is no option --${name}`;
      throw new OptionError(`${capital(what)}. ${program} --help lists what there is.`);
    }
    if (given.has(name)) throw new OptionError(`--${name} is given twice.`);
    if (option.value === '') {
      if (inline !== undefined) throw new OptionError(`--${name} takes no value.`);
      given.set(name, '');
      continue;
    }
    const value = inline ?? args[++index];
    if (value === undefined || (inline === undefined && value.startsWith('--'))) {
      throw new OptionError(`--${name} needs a value: --${name} ${option.value}.`);
    }
    given.set(name, value);
  }
  return given;
}

/** The table as a text for people, each option with its lines indented below it. */
export function explainOptions(options: readonly Option<unknown>[]): string {
  return options
    .map(({ name, value, about }) => `  --${name}${value === '' ? '' : ` ${value}`}\n      ${about}`)
    .join('\n');
}

/** A text in double quotes, cut where it is long, its control characters made visible. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
