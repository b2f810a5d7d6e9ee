// Training texts dense in names: facts, dialogues and chants, which teach copying.
import type { Random } from '#lib/random.ts';
import { createCharacter, type Character } from './cast.ts';
import { capitalise, fill, withArticle } from '#service/fine-tunes/template.ts';
import * as vocabulary from '#service/fine-tunes/template.ts';

/** Two or three people with their belongings, then up to four questions that the text answers. */
export function writeFacts(random: Random): string {
  const people = createPeople(random, 2 + random.below(2));
  const roles = drawDistinct(
    random,
    random.chance(0.5) ? vocabulary.animals : vocabulary.trades,
    people.length,
  );
  const items = drawDistinct(random, vocabulary.things, people.length);
  const colours = drawDistinct(random, vocabulary.colours, people.length);
  const sentences: string[] = [];
  const questions: string[] = [];
  for (const [index, { name, he }] of people.entries()) {
    const [role, item, colour] = [roles[index] ?? '', items[index] ?? '', colours[index] ?? ''];
    const words = { name, he, role, item, colour, spot: random.pick(vocabulary.spots) };
    sentences.push(
      fill(
        '[{name} is {a role}.|There is {a role} called {name}.|The {role} is called {name}.] [{He} owns {a colour} {item}.|{name} has {a colour} {item}.|The {item} of {name} is {colour}.] [{He} lives {spot}.|{name} is {spot}.|]',
        words,
        random,
      ),
    );
    questions.push(
      `Who is the ${role}?\nA: ${name}`,
      `Who owns the ${item}?\nA: ${name}`,
      `What colour is the ${item}?\nA: ${capitalise(colour)}`,
      `What does ${name} own?\nA: ${capitalise(withArticle(`${colour} ${item}`))}`,
      `What is ${name}?\nA: ${capitalise(withArticle(role))}`,
    );
  }
  const asked = random.shuffle(questions).slice(0, 2 + random.below(3));
  return [
    sentences.join(' ').replaceAll(/ +/g, ' ').trim(),
    ...asked.map((question) => `Q: ${question}`),
  ].join('\n');
}

export function writeDialogue(random: Random): string {
  const [one, two] = createPeople(random, 2);
  const words = {
    one: one?.name ?? '',
    two: two?.name ?? '',
    food: random.pick(vocabulary.foods),
    thing: `${random.pick(vocabulary.colours)} ${random.pick(vocabulary.things)}`,
    spot: random.pick(vocabulary.spots),
    good: random.pick(vocabulary.goodFeelings),
    bad: random.pick(vocabulary.badFeelings),
    day: random.pick(vocabulary.days),
    trade: random.pick(vocabulary.trades),
  };
  const turns = [
    '{one}: How are you today, {two}?\n{two}: I am {good}, thank you, {one}. And you?\n{one}: I am a little {bad}.',
    '{one}: Have you seen my {thing}, {two}?\n{two}: Yes, {one}. The {thing} is {spot}.\n{one}: Thank you, {two}!',
    '{two}: I have made {food}. Would you like some, {one}?\n{one}: [Yes, please|With pleasure], {two}. I love {food}.',
    '{two}: What are you doing on {day}, {one}?\n{one}: On {day} I [am going to see the {trade}|have to work|am staying at home], {two}.',
    '{one}: Where is the {trade}?\n{two}: The {trade} is {spot}, {one}.',
  ].filter(() => random.chance(0.5));
  const opening =
    '{one}: [Hello|Good morning|Good day|Hi], {two}!\n{two}: [Hello|Good morning|Good day|Hi], {one}!';
  const closing = '{one}: [Goodbye|See you soon], {two}.\n{two}: [Goodbye|See you soon], {one}.';
  return [opening, ...turns, closing].map((turn) => fill(turn, words, random)).join('\n');
}

/** Who is where and has what, asked and answered at once, with every name many times. */
export function writeChant(random: Random): string {
  const people = createPeople(random, 2 + random.below(2));
  const items = drawDistinct(random, vocabulary.things, people.length);
  const spots = drawDistinct(random, vocabulary.spots, people.length);
  const lines = people.flatMap(({ name }, index) => {
    const words = {
      name,
      item: items[index] ?? '',
      spot: spots[index] ?? '',
      next: people[(index + 1) % people.length]?.name ?? '',
    };
    return [
      'Where is {name}? {name} is {spot}.',
      'What has {name}? {name} has {a item}.',
      '{name} calls {next}, and {next} [hears|answers|waves to] {name}.',
      'Who has {a item}? {name}. Who is {spot}? {name}.',
      '{name} gives the {item} to {next}. Now {next} has the {item} of {name}.',
    ]
      .filter(() => random.chance(0.5))
      .map((line) => fill(line, words, random));
  });
  return random.shuffle(lines).join(random.chance(0.5) ? '\n' : ' ');
}

function createPeople(random: Random, count: number): Character[] {
  const people: Character[] = [];
  while (people.length < count)
    people.push(
      createCharacter(
        random,
        people.map(({ name }) => name),
      ),
    );
  return people;
}

function drawDistinct(random: Random, from: readonly string[], count: number): readonly string[] {
  return random.shuffle([...from]).slice(0, count);
}
