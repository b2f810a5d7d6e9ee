// Characters and props of a story, as template words.
import type { Random } from '#lib/random.ts';
import { days, type Words } from '#service/jobs/template.ts';
import * as vocabulary from './vocabulary.ts';

export interface Character {
  readonly name: string;
  readonly he: string;
  readonly him: string;
  readonly his: string;
  /** With a trait: `shy young otter`. */
  readonly kind: string;
}

export function createCharacter(random: Random, taken: readonly string[] = []): Character {
  const woman = random.chance(0.5);
  let name: string;
  do name = random.pick(woman ? vocabulary.women : vocabulary.men);
  while (taken.includes(name));
  const nouns = [vocabulary.animals, vocabulary.trades, [woman ? 'girl' : 'boy']] as const;
  const noun = random.pick(random.pick([nouns[0], nouns[0], nouns[1], nouns[2]]));
  const age = noun === 'girl' || noun === 'boy' ? ['', '', 'little '] : ['', '', 'young ', 'old '];
  return {
    name,
    he: woman ? 'she' : 'he',
    him: woman ? 'her' : 'him',
    his: woman ? 'her' : 'his',
    kind: `${random.pick(vocabulary.traits)} ${random.pick(age)}${noun}`,
  };
}

/** Hero and friend (pronouns he, him, his and fhe, fhim, fhis), a thing, places, food, feelings. */
export function castStory(random: Random): Words {
  const hero = createCharacter(random);
  const friend = createCharacter(random, [hero.name]);
  const colour = random.pick(vocabulary.colours);
  const item = random.pick(vocabulary.things);
  const spot = random.pick(vocabulary.spots);
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
    gift: `${random.pick(vocabulary.colours)} ${random.pick(vocabulary.things.filter((other) => other !== item))}`,
    spot,
    farSpot: random.pick(vocabulary.spots.filter((other) => other !== spot)),
    place: random.pick(vocabulary.places),
    food: random.pick(vocabulary.foods),
    bad: random.pick(vocabulary.badFeelings),
    good: random.pick(vocabulary.goodFeelings),
    trade: random.pick(vocabulary.trades),
    sky: random.pick(vocabulary.skies),
    people: random.pick(['the neighbours', 'the others', 'the people of the place']),
    all: random.pick(['everyone', 'the whole place', 'young and old']),
    day: random.pick(days),
  };
}
