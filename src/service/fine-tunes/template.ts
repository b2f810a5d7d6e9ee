// Template language: [one|of|these], {word}, {Word} capitalized, {a word} with its article.
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

/** `an owl`, `a fox`: the indefinite article by the first letter. */
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

const list = (text: string): readonly string[] => text.split(' ');
const phrases = (text: string): readonly string[] => text.split(', ');

export const women = list(
  'Ada Anna Bella Cora Dina Edith Fay Greta Hazel Ida Jana Kira Lena Lily Mara Nina Olga Petra Rhea Sara Sonja Tilda Willa Yuna',
);
export const men = list(
  'Arno Ben Bruno Casper David Emil Fabian Gustav Henry Igor Jonas Karl Lars Martin Max Nils Oskar Pavel Robin Simon Timo Tom Viktor Yusuf',
);
export const animals = list(
  'fox otter hare bear heron hedgehog goose cat badger dog marten tortoise toad raccoon goat elk sparrow donkey beaver wolf mouse owl crow seal',
);
export const trades = list(
  'baker miller weaver potter sailor fisher farmer painter smith teacher carpenter ferryman beekeeper shoemaker gardener clockmaker tailor cook',
);
export const traits = list(
  'brave shy clever patient kind lonely curious cheerful stubborn careful gentle quiet proud hopeful dreamy lively honest polite forgetful',
);
export const colours = list('red blue green yellow white black silver golden purple orange brown grey');
export const things = list(
  'whistle lantern kite compass violin teapot ladder sledge basket mirror scarf bell drum lamp bucket book boot cap coin ring spoon wheel chest raft broom pearl',
);
export const badFeelings = list('sad worried afraid tired angry lonely ashamed nervous cold disappointed');
export const goodFeelings = list('happy proud glad calm grateful relieved cheerful content');
export const foods = phrases(
  'onion soup, plum cake, rye bread, apple tart, bean stew, honey buns, cheese dumplings, cherry jam, potato pancakes, pear cake, carrot soup, nut bread',
);
export const places = phrases(
  'a village at the foot of the hills, a small harbour town, a house on the edge of the forest, a mill beside the river, a valley full of orchards, a town with crooked streets, an island far from the coast, a farm at the end of a long road, a hut high in the mountains, a street behind the market, a lighthouse on the cliffs, a quiet bay, a camp beside the lake, a castle without a roof',
);
export const spots = phrases(
  'under the wooden bridge, behind the old mill, beside the well, at the end of the pier, in the tall reeds, under the apple tree, on top of the hill, in the empty barn, next to the market hall, between the rocks, behind the bakery, at the edge of the pond, in the hollow oak, near the garden gate',
);
export const skies = phrases(
  'The sun stood high, A cold wind blew, It had rained all night, Fresh snow lay on the roofs, The air smelled of grass, Mist hung over the water, The evening was mild, Grey clouds hung over the land, It was the first warm day of spring, Leaves were falling from the trees',
);
export const days = list('Monday Tuesday Wednesday Thursday Friday Saturday Sunday');
