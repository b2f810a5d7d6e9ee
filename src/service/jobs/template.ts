// Template language: [one|of|these], {word}, {Word} capitalized, {a word} with article.
import type { Random } from '#lib/random.ts';

export type Words = Readonly<Record<string, string>>;

type Part =
  | string
  | { readonly word: string; readonly article: boolean }
  | { readonly choices: readonly Part[][] };

const parsed = new Map<string, readonly Part[]>();

/** Throws Error for a missing word or an unclosed bracket. */
export function fill(template: string, words: Words, random: Random): string {
  let parts = parsed.get(template);
  if (!parts) {
    parts = parse(template);
    parsed.set(template, parts);
  }
  return render(parts, words, random);
}

export const withArticle = (noun: string): string =>
  /^([aeiou]|honest|hour)/i.test(noun) ? `an ${noun}` : `a ${noun}`;

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function render(parts: readonly Part[], words: Words, random: Random): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else if ('choices' in part) text += render(random.pick(part.choices), words, random);
    else text += lookUp(part.word, part.article, words);
  }
  return text;
}

function lookUp(name: string, article: boolean, words: Words): string {
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  const found = words[lower];
  if (found === undefined) throw new Error(`no word for {${name}}`);
  const phrase = article ? withArticle(found) : found;
  return lower === name ? phrase : capitalise(phrase);
}

function parse(template: string): Part[] {
  let place = 0;
  const sequence = (nested: boolean): Part[] => {
    const parts: Part[] = [];
    while (place < template.length) {
      const symbol = template.charAt(place);
      if (nested && (symbol === '|' || symbol === ']')) return parts;
      place++;
      if (symbol === '[') parts.push({ choices: choices() });
      else if (symbol === '{') parts.push(word());
      else parts.push(symbol);
    }
    if (nested) throw new Error(`a bracket is not closed in: ${template}`);
    return joinText(parts);
  };
  const choices = (): Part[][] => {
    const all: Part[][] = [];
    do {
      all.push(joinText(sequence(true)));
      place++;
    } while (template.charAt(place - 1) === '|');
    return all;
  };
  const word = (): Part => {
    const close = template.indexOf('}', place);
    if (close < 0) throw new Error(`a brace is not closed in: ${template}`);
    const name = template.slice(place, close);
    place = close + 1;
    if (name.startsWith('a ')) return { word: name.slice(2), article: true };
    if (name.startsWith('A ')) return { word: capitalise(name.slice(2)), article: true };
    return { word: name, article: false };
  };
  return sequence(false);
}

function joinText(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
