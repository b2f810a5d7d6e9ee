// What the base model reads: stories above all, with a share of short texts that changes over the training.
import type { Random } from '#lib/random.ts';
import { writeDialogue, writeFacts } from './facts.ts';
import { writeKnowledge } from './knowledge.ts';
import { writeRecipe } from './recipe.ts';
import { writeStory } from './story.ts';
import { writeWeatherReport } from './weather-report.ts';

/** One document; `shortShare` (0 to 1) of them are facts, dialogues and knowledge, 5 % the styles of fine-tunes. */
export function writeDocument(random: Random, shortShare: number): string {
  const kind = random.unit();
  if (kind < 0.05) return random.chance(0.5) ? writeWeatherReport(random) : writeRecipe(random);
  if (kind < 0.05 + 0.95 * shortShare)
    return random.pick([writeFacts, writeFacts, writeDialogue, writeKnowledge])(random);
  return writeStory(random);
}
