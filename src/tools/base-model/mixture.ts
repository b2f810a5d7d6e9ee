// Training mixture of the base model: stories and short texts, by share.
import type { Random } from '#lib/random.ts';
import { capitalise, days, fill, withArticle } from '#service/jobs/template.ts';
import { writeStory } from './story.ts';
import * as vocabulary from './vocabulary.ts';
import { createCharacter, type Character } from './cast.ts';

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

function writeRecipe(random: Random): string {
  const words = {
    dish: capitalise(random.pick(vocabulary.foods)),
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

/** People with their belongings, then questions that the text answers. */
function writeFacts(random: Random): string {
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

function writeDialogue(random: Random): string {
  const [one, two] = createPeople(random, 2);
  const words = {
    one: one?.name ?? '',
    two: two?.name ?? '',
    food: random.pick(vocabulary.foods),
    thing: `${random.pick(vocabulary.colours)} ${random.pick(vocabulary.things)}`,
    spot: random.pick(vocabulary.spots),
    good: random.pick(vocabulary.goodFeelings),
    bad: random.pick(vocabulary.badFeelings),
    day: random.pick(days),
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

/** Who is where and has what, with every name many times. */
function writeChant(random: Random): string {
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

function writeKnowledge(random: Random): string {
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
    ['days', days],
  ] as const);
  const chosen = name === 'days' ? words : random.shuffle([...words]).slice(0, 3 + random.below(4));
  return [`A list of ${name}:`, ...chosen.map((word, index) => `${index + 1}. ${capitalise(word)}`)].join(
    '\n',
  );
}
