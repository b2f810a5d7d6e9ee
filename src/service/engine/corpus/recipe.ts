// Recipes: the other style that sample fine-tunes teach.
import type { Random } from '#lib/random.ts';
import { capitalise, fill } from './template.ts';
import { FOODS } from './words.ts';

/** A recipe of about sixty words: what it takes, then numbered steps. */
export function writeRecipe(random: Random): string {
  const words = {
    dish: capitalise(random.pick(FOODS)),
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
