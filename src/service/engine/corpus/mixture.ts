// What the base model reads: stories above all, with a share of short texts that changes over the training.
import type { Random } from '#lib/random.ts';
import { writeChant, writeDialogue, writeFacts } from './facts.ts';
import { writeKnowledge } from './knowledge.ts';
import { writeRecipe } from './recipe.ts';
import { writeStory } from './story.ts';
import { writeWeatherReport } from './weather-report.ts';

type Writer = (random: Random) => string;

/**
 * Shares of the kinds of documents. `early` is dense in names that come back soon: without it, a model of this size
 * does not learn in time to look a name up in what it has read, and its stories change their heroes in every sentence.
 */
const MIXTURES: Readonly<Record<'early' | 'late', readonly (readonly [share: number, write: Writer])[]>> = {
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

/** One document of a mixture. */
export function writeDocument(random: Random, mixture: keyof typeof MIXTURES): string {
  let rest = random.unit();
  for (const [share, write] of MIXTURES[mixture]) {
    rest -= share;
    if (rest < 0) return write(random);
  }
  return writeStory(random);
}
