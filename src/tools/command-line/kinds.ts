// The kinds of options: flags, texts, numbers within limits, choices.
import { type Option, OptionError, quote } from './options.ts';

/** Given or not. */
export function flag(name: string, about: string): Option<boolean> {
  return { name, value: '', about, read: (given) => given.has(name) };
}

/** A text of a form; null where it is not given. `form` ends the sentence "--name must be …". */
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

interface Limits<T> {
  readonly about: string;
  readonly min: number;
  readonly max: number;
  readonly fallback: T;
}

/** A whole number. */
export function integer(name: string, limits: Limits<number>): Option<number> {
  const form = `a whole number from ${limits.min} to ${limits.max}`;
  return numeric(name, limits, form, (found) => (/^\d{1,15}$/u.test(found) ? Number(found) : NaN));
}

/** A decimal number; `isAbove` leaves the lower limit itself out. */
export function decimal(
  name: string,
  limits: Limits<number> & { readonly isAbove?: boolean },
): Option<number> {
  const isAbove = limits.isAbove ?? false;
  const form = `a number ${isAbove ? 'above' : 'from'} ${limits.min}${isAbove ? ', up to' : ' to'} ${limits.max}`;
  return numeric(name, limits, form, (found) => {
    const number = /^\d*\.?\d+(?:e[+-]?\d+)?$/iu.test(found) ? Number(found) : NaN;
    return isAbove && number === limits.min ? NaN : number;
  });
}

/** One word of a few; the first is the default. */
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
  { about, min, max, fallback }: Limits<number>,
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
