// Training texts of common knowledge, sums and counting.
import type { Random } from '#lib/random.ts';
import { capitalise } from '#service/fine-tunes/template.ts';
import * as vocabulary from '#service/fine-tunes/template.ts';

const known: readonly (readonly [question: string, answer: string])[] = [
  ['What colour is the sky', 'The sky is blue'],
  ['What colour is grass', 'Grass is green'],
  ['What colour is snow', 'Snow is white'],
  ['What colour is the sun', 'The sun is yellow'],
  ['How many days are in a week', 'A week has seven days'],
  ['How many months are in a year', 'A year has twelve months'],
  ['How many legs does a dog have', 'A dog has four legs'],
  ['How many legs does a bird have', 'A bird has two legs'],
  ['How many legs does a spider have', 'A spider has eight legs'],
  ['What do bees make', 'Bees make honey'],
  ['What do cows give', 'Cows give milk'],
  ['What do hens lay', 'Hens lay eggs'],
  ['What does a baker make', 'A baker makes bread'],
  ['What does a teacher do', 'A teacher teaches children'],
  ['What does a fisher catch', 'A fisher catches fish'],
  ['Where do fish live', 'Fish live in the water'],
  ['Where do birds build nests', 'Birds build nests in trees'],
  ['When do stars shine', 'Stars shine at night'],
  ['When does the sun rise', 'The sun rises in the morning'],
  ['What falls in winter', 'Snow falls in winter'],
  ['What falls in autumn', 'Leaves fall in autumn'],
  ['What comes after spring', 'Summer comes after spring'],
  ['What comes after summer', 'Autumn comes after summer'],
  ['What comes after autumn', 'Winter comes after autumn'],
  ['What is ice made of', 'Ice is made of water'],
  ['What is bread made of', 'Bread is made of flour'],
  ['What do we do when we are tired', 'When we are tired, we sleep'],
  ['What do we do when we are hungry', 'When we are hungry, we eat'],
  ['What is the opposite of hot', 'The opposite of hot is cold'],
  ['What is the opposite of big', 'The opposite of big is small'],
  ['What is the opposite of day', 'The opposite of day is night'],
  ['What is the opposite of old', 'The opposite of old is new'],
  ['What is your name', 'I am a very small model, and I have no name'],
  ['Who are you', 'I am a very small model that tells stories'],
  ['What can you do', 'I can tell little stories'],
];

/** One to four questions with answers, a week, a list of words, or a row of numbers. */
export function writeKnowledge(random: Random): string {
  const kind = random.unit();
  if (kind < 0.5) return times(random, 3, () => ask(random)).join('\n');
  if (kind < 0.8) return times(random, 4, () => sum(random)).join('\n');
  if (kind < 0.9) return countUp(random);
  return listWords(random);
}

const times = (random: Random, most: number, write: () => string): string[] =>
  Array.from({ length: 1 + random.below(most) }, write);

function ask(random: Random): string {
  const [question, answer] = random.pick(known);
  return random.chance(0.7) ? `Q: ${question}?\nA: ${answer}.` : `${question}?\n${answer}.`;
}

function sum(random: Random): string {
  const [a, b] = [random.below(10), random.below(10)];
  const result = `${a} + ${b} = ${a + b}`;
  return random.chance(0.6) ? result : `Q: What is ${a} + ${b}?\nA: ${a + b}`;
}

function countUp(random: Random): string {
  const first = random.below(90);
  return Array.from({ length: 6 + random.below(8) }, (_, index) => first + index).join(', ');
}

function listWords(random: Random): string {
  const [name, words] = random.pick([
    ['animals', vocabulary.animals],
    ['colours', vocabulary.colours],
    ['dishes', vocabulary.foods],
    ['trades', vocabulary.trades],
    ['days', vocabulary.days],
  ] as const);
  const chosen = name === 'days' ? words : random.shuffle([...words]).slice(0, 3 + random.below(4));
  return [`A list of ${name}:`, ...chosen.map((word, index) => `${index + 1}. ${capitalise(word)}`)].join(
    '\n',
  );
}
