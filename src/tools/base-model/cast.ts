// The characters of a text: names, pronouns, what they are, and the things around them, as words for templates.
import type { Random } from '#lib/random.ts';
import type { Words } from '#service/fine-tunes/template.ts';
import * as vocabulary from '#service/fine-tunes/template.ts';

export interface Character {
  readonly name: string;
  readonly he: string;
  readonly him: string;
  readonly his: string;
  /** With a trait: `shy young otter`. */
  readonly kind: string;
}

/** A new character whose name is none of `taken`. */
export function createCharacter(random: Random, taken: readonly string[] = []): Character {
  const woman = random.chance(0.5);
  let name: string;
  do name = random.pick(woman ? vocabulary.WOMEN : vocabulary.MEN);
  while (taken.includes(name));
  const nouns = [vocabulary.ANIMALS, vocabulary.TRADES, [woman ? 'girl' : 'boy']] as const;
  const noun = random.pick(random.pick([nouns[0], nouns[0], nouns[1], nouns[2]]));
  const age = noun === 'girl' || noun === 'boy' ? ['', '', 'little '] : ['', '', 'young ', 'old '];
  return {
    name,
    he: woman ? 'she' : 'he',
    him: woman ? 'her' : 'him',
    his: woman ? 'her' : 'his',
    kind: `${random.pick(vocabulary.TRAITS)} ${random.pick(age)}${noun}`,
  };
}

/** Words for a story: hero and friend (pronouns he, him, his and fhe, fhim, fhis), a thing, places, food, feelings. */
export function castStory(random: Random): Words {
  const hero = createCharacter(random);
  const friend = createCharacter(random, [hero.name]);
  const colour = random.pick(vocabulary.COLOURS);
  const item = random.pick(vocabulary.THINGS);
  const spot = random.pick(vocabulary.SPOTS);
  return {
    hero: hero.name,
    he: hero.he,
    him: hero.him,
    his: hero.his,
    heroKind: hero.kind,
    friend: friend.name,
    fhe: friend.he,
    fhim: friend.him,
    fhis: friend.his,
    friendKind: friend.kind,
    colour,
    item,
    thing: `${random.pick([colour, colour, colour, 'old', 'tiny', 'wooden'])} ${item}`,
    gift: `${random.pick(vocabulary.COLOURS)} ${random.pick(vocabulary.THINGS.filter((other) => other !== item))}`,
    spot,
    farSpot: random.pick(vocabulary.SPOTS.filter((other) => other !== spot)),
    place: random.pick(vocabulary.PLACES),
    food: random.pick(vocabulary.FOODS),
    bad: random.pick(vocabulary.BAD_FEELINGS),
    good: random.pick(vocabulary.GOOD_FEELINGS),
    trade: random.pick(vocabulary.TRADES),
    sky: random.pick(vocabulary.SKIES),
    people: random.pick(['the neighbours', 'the others', 'the people of the place']),
    all: random.pick(['everyone', 'the whole place', 'young and old']),
    day: random.pick(vocabulary.DAYS),
  };
}
