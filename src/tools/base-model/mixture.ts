// Training mixture of the base model: stories and short texts, by share.
import type { Random } from '#lib/random.ts';
import { capitalise, days, fill } from '#service/jobs/template.ts';
import { foods } from './vocabulary.ts';
import { writeChant, writeDialogue, writeFacts, writeKnowledge } from './facts.ts';
import { writeStory } from './story.ts';

const towns =
  'Eastbrook Ferndale Graymouth Highcliff Larkhill Moorgate Oakhaven Sandwick Thornbury Windmere'.split(' ');

const winds = 'north south east west northeast northwest southeast southwest'.split(' ');

type Writer = (random: Random) => string;

/**
 * `early` is full of names that soon recur: otherwise so small a model does not learn in time to look them up
 * in its context, and changes heroes in every sentence.
 */
const mixtures: Readonly<Record<'early' | 'late', readonly (readonly [share: number, write: Writer])[]>> = {
  early: [
    [0.35, writeStory],
    [0.27, writeChant],
    [0.18, writeDialogue],
    [0.12, writeFacts],
    [0.03, writeKnowledge],
    [0.025, writeWeatherReport],
    [0.025, writeRecipe],
  ],
  late: [
    [0.66, writeStory],
    [0.03, writeChant],
    [0.08, writeDialogue],
    [0.1, writeFacts],
    [0.08, writeKnowledge],
    [0.025, writeWeatherReport],
    [0.025, writeRecipe],
  ],
};

export function writeDocument(random: Random, mixture: keyof typeof mixtures): string {
  let rest = random.unit();
  for (const [share, write] of mixtures[mixture]) {
    rest -= share;
    if (rest < 0) return write(random);
  }
  return writeStory(random);
}

/** About sixty words. */
function writeRecipe(random: Random): string {
  const words = {
    dish: capitalise(random.pick(foods)),
    people: String(2 + random.below(7)),
    grams: String(50 + 50 * random.below(12)),
    minutes: String(5 + 5 * random.below(12)),
    heat: String(150 + 10 * random.below(9)),
    main: random.pick([
      'flour',
      'potatoes',
      'carrots',
      'onions',
      'beans',
      'apples',
      'plums',
      'pears',
      'oats',
    ]),
    rich: random.pick(['butter', 'cheese', 'honey', 'sugar', 'cream', 'milk']),
    spice: random.pick(['salt', 'pepper', 'cinnamon', 'parsley', 'thyme', 'lemon juice']),
  };
  return fill(
    `Recipe: {dish}\nFor {people} people you need {grams} g of {main}, some {rich} and a little {spice}.\n1. [Wash|Weigh|Prepare|Chop] the {main}.\n2. [Mix|Stir] the {main} with the {rich} [in a big bowl|until it is smooth|for three minutes].\n3. Add the {spice}.\n4. [Bake|Cook] everything for {minutes} minutes at {heat} degrees.\n5. [Serve it warm.|Let it cool before you cut it.|Enjoy it with tea.]`,
    words,
    random,
  );
}

/** About fifty words. */
export function writeWeatherReport(random: Random): string {
  const high = random.below(31);
  const rain = random.below(11) * 10;
  const advice =
    rain >= 70
      ? '[Do not forget your umbrella.|Keep your boots ready.|A good day for a book.]'
      : high <= 5
        ? '[Put on a warm coat.|Roads may be icy.]'
        : '[A fine day for a walk.|Open the windows.|Hang out the washing.]';
  const words = {
    town: random.pick(towns),
    day: random.pick(days),
    sky: random.pick(['sunny', 'cloudy', 'partly cloudy', 'rainy', 'foggy', 'stormy', 'clear']),
    high: String(high),
    low: String(high - 3 - random.below(8)),
    wind: random.pick(winds),
    speed: String(5 + random.below(55)),
    rain: String(rain),
    next: random.pick(['warmer', 'colder', 'drier', 'wetter', 'much the same']),
  };
  return fill(
    `Weather report for {town}, {day}.\nIt will be {sky}, with a high of {high} degrees and a low of {low} degrees. The wind blows from the {wind} at {speed} kilometres an hour. The chance of rain is {rain} percent. ${advice} Tomorrow will be {next}.`,
    words,
    random,
  );
}
