// Story generator: opening, plot steps, often an ending.
import type { Random } from '#lib/random.ts';
import { castStory } from './cast.ts';
import { couragePlots } from './plots-courage.ts';
import { findingPlots } from './plots-finding.ts';
import { friendshipPlots } from './plots-friendship.ts';
import { naturePlots } from './plots-nature.ts';
import { capitalise, fill } from '#service/jobs/template.ts';

/** A story takes one template of each step. */
export interface Plot {
  readonly topic: string;
  readonly steps: readonly (readonly string[])[];
}

const plots: readonly Plot[] = [...findingPlots, ...couragePlots, ...friendshipPlots, ...naturePlots];

const openings = [
  `Once upon a time there [was|lived] {a heroKind} named {hero}. {hero} lived in {place}[.|, where {all} knew {him}.]`,
  `Once upon a time, in {place}, there lived {a heroKind} named {hero}.`,
  `[Long ago|Many years ago|A long time ago], {a heroKind} named {hero} lived in {place}.`,
  `In {place} lived {hero}, {a heroKind}. {He} liked [to watch the clouds|to talk to strangers|to get up early|to count the boats|to draw houses].`,
  `{hero} was {a heroKind}. {He} lived in {place} and [had never been anywhere else|knew every stone there|worked from morning till night].`,
  `There was once {a heroKind}, and {his} name was {hero}. {Sky} on the day when this story began.`,
  `This is the story of {hero}, {a heroKind} from {place}.`,
  `[One day|One morning|One evening] {hero}, {a heroKind}, was [standing|sitting|resting] {spot}. {Sky}.`,
  `{Sky}. {hero}, {a heroKind}, [opened the window|put on {his} shoes|lit the stove] and looked out.`,
];

const endings = [
  `And {hero} understood that [a small step is also a step|a friend is worth a long walk|nobody is strong alone|it is never too late to begin].`,
  `And if somebody asked {hero} about it later, {he} only smiled.`,
  `That night {hero} slept [deeply|well] and dreamed of [the sea|a long road|tomorrow].`,
  `{hero} and {friend} remained friends for the rest of their lives.`,
  `{hero} was {good}, and so was {friend}.`,
  `That was the story of {hero} and {friend}.`,
];

const requests = [
  `Write a story about {a heroKind}.`,
  `Write a short story about {hero} and {friend}.`,
  `Tell me a story about {topic}.`,
  `Tell me a story about {a heroKind} named {hero}.`,
  `Write a story about {hero}, {a heroKind}, and {topic}.`,
  `Please tell a story about {a heroKind} and {a friendKind}.`,
];

export function writeStory(random: Random): string {
  const plot = random.pick(plots);
  const cast = castStory(random);
  const words = { ...cast, topic: fill(plot.topic, cast, random) };
  const tell = (templates: readonly string[]): string => fill(random.pick(templates), words, random);

  let text = tell(openings);
  for (const step of plot.steps) text += (random.chance(0.25) ? '\n\n' : ' ') + tell(step);
  if (random.chance(0.6)) text += ` ${tell(endings)}`;

  const framing = random.unit();
  if (framing < 0.35) return `${tell(requests)}\n\n${text}`;
  if (framing < 0.45) return `${capitalise(words.topic)}\n\n${text}`;
  return text;
}
