// Plots about courage: storms, the dark, deep water, races and first days.
import type { Plot } from './story.ts';

export const couragePlots: readonly Plot[] = [
  {
    topic: 'a terrible storm',
    steps: [
      [
        `Toward evening the sky turned [black|yellow|dark green]. "That will be a storm," said {hero} and [closed the shutters|tied up the boat|called the hens].`,
        `The radio spoke of a storm. {hero} [fetched wood|filled the lamps|looked at the sea] and waited.`,
      ],
      [
        `The wind tore at the roof, and the thunder came closer and closer. {hero} sat at the table and was {bad}.`,
        `Soon the rain fell like a wall. {hero} pulled the blanket up to {his} chin.`,
      ],
      [
        `Then somebody knocked. It was {friend}, {a friendKind}, dripping wet. "My house has lost its roof," said {friend}.`,
        `Between two claps of thunder {hero} heard a voice. Outside, {spot}, somebody was calling for help. It was {friend}, {a friendKind}.`,
      ],
      [
        `"Come in, quick!" said {hero}. {He} gave {friend} a dry coat and put {food} on the table.`,
        `{hero} took {his} {thing}, ran out into the rain and led {friend} into the house by the hand.`,
      ],
      [
        `They told each other old stories, one after the other, and every story was louder than the thunder.`,
        `They sang all the songs they knew. When they knew no more songs, they made up new ones.`,
      ],
      [
        `In the morning it was still. The [garden|yard|street] was full of branches, but the house was standing. "Two are braver than one," said {friend}.`,
        `When the sun rose, they went to see the damage. {hero} carried the ladder, {friend} the nails, and by noon the roof was mended.`,
      ],
    ],
  },
  {
    topic: 'being afraid of the dark',
    steps: [
      [
        `By day {hero} was not afraid of anything. But when the lamp went out, every shadow grew [teeth|long arms|two eyes].`,
        `{hero} had one secret: {he} was afraid of the dark. Every evening {he} [let a candle burn|hid under the blanket|counted to a thousand].`,
      ],
      [
        `One night there was no candle left in the house. From the cellar came a noise: tap, tap, tap. {hero} lay still and was {bad}.`,
        `One evening {his} {thing} was left {spot}. It was already night, and {he} had to go out and fetch it.`,
      ],
      [
        `{He} woke {friend}, {a friendKind}, who slept next door. "Tell me what the dark looks like," said {friend}. "I have never really looked at it."`,
        `At the gate {he} met {friend}, {a friendKind}. "I am afraid too," said {friend}, "but two people who are afraid make one who is brave."`,
      ],
      [
        `Step by step they went [down the stairs|across the yard|along the wall]. Tap, tap, tap. "On three," whispered {friend}. "One, two, three!"`,
        `They held hands and went on. Something moved in front of them, something big and black.`,
      ],
      [
        `It was only [a branch at the window|a tap that dripped|the old coat of the {trade}]. {hero} laughed so loudly that a dog began to bark.`,
        `It was only a [hedgehog|cat|young owl] that was looking for its supper, and it was more frightened than they were.`,
      ],
      [
        `Then they looked up. {hero} had never seen so many stars, for {he} had always closed {his} eyes.`,
        `"The dark is only the day with its eyes closed," said {friend}.`,
      ],
      [
        `Since that night {hero} sleeps without a candle and leaves the window open for the stars.`,
        `Now, when a child is afraid of the dark, {hero} takes it by the hand and shows it the moon.`,
      ],
    ],
  },
  {
    topic: 'learning to swim',
    steps: [
      [
        `All summer long the children jumped into the lake. Only {hero} stayed on the shore, because {he} could not swim.`,
        `{hero} lived close to the water, but {he} had never been in it. "It is too deep," {he} always said.`,
      ],
      [
        `{People} laughed at {him}. "Water is only wet," they said. {hero} felt {bad} and went away to sit {spot}.`,
        `One day {his} {thing} fell into the water and floated away. {hero} could only watch it go.`,
      ],
      [
        `{friend} saw it. {friend} was {a friendKind} and the best swimmer of all. "Come tomorrow, before the others wake up," said {friend}.`,
        `"I can teach you," said a voice. It was {friend}, {a friendKind}. "But you must trust me."`,
      ],
      [
        `On the first day {hero} went in up to the knees. On the second day up to the chest. On the third day {he} put {his} face into the water.`,
        `"Breathe in, breathe out," said {friend} and held {him} under the arms. "The water carries you, if you let it."`,
      ],
      [
        `Once {hero} swallowed so much water that {he} wanted to stop. "Everyone who swims has swallowed half a lake," said {friend}.`,
        `{hero} kicked and splashed and sank like a stone. {friend} pulled {him} up every time and never laughed.`,
      ],
      [
        `And one morning {friend} let go, and {hero} did not notice. {He} swam [five|seven|ten] strokes alone, and then {he} shouted with joy.`,
        `Then, all at once, it went by itself. {hero} swam out to the {item}, brought it back and was {good}.`,
      ],
      [
        `In the evening the two of them sat on the pier and ate {food}. "And now," said {friend}, "you can teach me to [whistle|read|dance]."`,
        `At the end of the summer {hero} jumped from the pier in front of {all}.`,
      ],
    ],
  },
  {
    topic: 'the great race',
    steps: [
      [
        `Every year in autumn there was a race [around the lake|over the hill|through the old town]. The winner got {a gift}.`,
        `"Great race on {day}! First prize: {a gift}!" said the sign {spot}. {hero} read it three times.`,
      ],
      [
        `{hero} was not fast, but {he} wrote {his} name on the list. {People} [smiled|winked|shook their heads], for {friend}, {a friendKind}, won every time.`,
        `Nobody believed in {hero}. Everybody believed in {friend}, {a friendKind}, who could run like the wind.`,
      ],
      [
        `From then on {hero} ran every morning, [up the stairs and down again|behind the milk cart|along the river]. At first {he} was out of breath after a minute.`,
        `{hero} practised when the others were asleep. {He} fell, got up, and fell again, and got up again.`,
      ],
      [
        `The day came. {Sky}. "Ready, steady, go!" called the {trade}, and they were off.`,
        `At the start the heart of {hero} beat like a drum. Then a bell rang, and all of them ran.`,
      ],
      [
        `In the middle of the race {friend} stepped into a hole and could not go on. {hero} saw it and stopped. "Lean on me," {he} said.`,
        `Halfway {hero} heard a cry. {friend} had fallen and was holding {fhis} foot. {hero} turned around and ran back.`,
      ],
      [
        `So they came in last, arm in arm, and {all} cheered louder than for the winner.`,
        `"Why did you stop?" asked {friend}. "Because a prize does not say thank you," answered {hero}. They came in together, very late.`,
      ],
      [
        `The {gift} went to somebody else. But since that day {hero} and {friend} run every morning side by side.`,
        `The {trade} cut the {gift} in two, or wanted to, but {hero} said, "Keep it. I have won something better."`,
      ],
    ],
  },
  {
    topic: 'the first day with the {trade}',
    steps: [
      [
        `On {day} {hero} was to begin {his} work with the {trade}. {He} was so [excited|nervous] that {he} put on two different shoes.`,
        `"I need somebody with quick hands," said the {trade}. {hero} held up both of {his}. "Then come tomorrow at six," said the {trade}.`,
      ],
      [
        `Everything went wrong. {hero} [spilled the water|broke a jar|mixed up the bags|let the fire go out] and felt {bad}.`,
        `In the first hour {he} dropped a bowl, in the second hour a bigger one. {hero} wanted to run away.`,
      ],
      [
        `The {trade} said nothing and only swept the floor. Then {friend} came, {a friendKind}, who had worked there for years.`,
        `"Do you know how many bowls I broke?" asked {friend}, {a friendKind} who worked there too. "I stopped counting at fifty."`,
      ],
      [
        `{friend} showed {him} [how to hold the tools|how to wait for the right moment|a trick with two fingers]. "Slow is smooth," {fhe} said, "and smooth is fast."`,
        `"Watch my hands, not my mouth," said {friend}. {hero} watched all day, and in the evening {he} tried it alone.`,
      ],
      [
        `After a week nothing broke any more. After a month {hero} could do it with closed eyes.`,
        `Little by little {his} hands learned what {his} head already knew.`,
      ],
      [
        `One day the {trade} looked at the work and said only one word: "Good." {hero} was {good} for the rest of the year.`,
        `When the {trade} grew old, the key of the shop was given to {hero}, and {friend} painted a new sign.`,
      ],
    ],
  },
];
