// Plots about nature and travel: animals, a tree, a river, the moon.
import type { Plot } from './story.ts';

export const naturePlots: readonly Plot[] = [
  {
    topic: 'a bird with a broken wing',
    steps: [
      [
        `{Spot} {hero} found a young {colour} bird. One of its wings hung down, and it looked at {him} without a sound.`,
        `Something was fluttering {spot}. {hero} bent down. It was a small bird with a broken wing.`,
      ],
      [
        `{hero} carried it home in {his} [hat|scarf|apron] and laid it in a box with soft wool.`,
        `"You are safe with me," whispered {hero}. The heart of the bird was beating very fast.`,
      ],
      [
        `But the bird would not eat. {hero} was {bad} and ran to {friend}, {a friendKind}, who knew all about birds.`,
        `What does a bird like that eat? {hero} asked {friend}, {a friendKind}. "Worms," said {friend}, "and patience."`,
      ],
      [
        `{friend} tied a thin stick to the wing. "Now it must rest for [two|three|four] weeks," {fhe} said.`,
        `{friend} showed {him} how to give it water, drop by drop, from the tip of a finger.`,
      ],
      [
        `Every morning {hero} whistled the same tune, and one day the bird whistled back.`,
        `Soon the bird sat on the {item} and watched everything that {hero} did.`,
      ],
      [
        `Then the day came. {hero} opened the window and stepped back. It was hard, but {he} knew that it was right.`,
        `"It is time," said {friend}. They climbed up a hill, and {hero} opened {his} hands.`,
      ],
      [
        `The bird flew away without looking back. But every spring it sits {farSpot} and whistles that tune.`,
        `High above them it turned once, as if it wanted to wave, and was gone.`,
      ],
    ],
  },
  {
    topic: 'a seed from far away',
    steps: [
      [
        `A sailor gave {hero} a seed that was {colour} and round. "Plant it where you want to grow old," said the sailor.`,
        `In the pocket of an old coat {hero} found a seed. It was no bigger than [a pea|a tear|a grain of sand].`,
      ],
      [
        `{hero} planted it {spot} and gave it water every morning.`,
        `{He} made a hole with {his} finger, put the seed in and covered it gently.`,
      ],
      [
        `A week passed, and then a month. Nothing could be seen but earth. {hero} was {bad}.`,
        `"There is nothing in there," said {people}. "You are watering a stone."`,
      ],
      [
        `{friend}, {a friendKind}, sat down next to {him}. "A tree begins by growing down," said {friend}. "It needs to know where it stands."`,
        `"Do not dig it up to see if it grows," said {friend}, {a friendKind}. "That is how most gardens die."`,
      ],
      [
        `So {hero} waited. {He} waited through the [hot|wet|cold] days, and {he} told the seed a story every evening.`,
        `They watered it together, on even days {hero} and on odd days {friend}.`,
      ],
      [
        `And one morning a green tip stood in the earth, as thin as a needle. {hero} called {all} to come and look.`,
        `When nobody thought of it any more, a leaf came up, and then a second one.`,
      ],
      [
        `Today it is the tallest tree in the place. In its shade {hero} and {friend} sit on warm days and eat {food}.`,
        `In the third year it bore fruit: {colour} and sweet, and enough for everyone.`,
      ],
    ],
  },
  {
    topic: 'a journey on the river',
    steps: [
      [
        `{hero} had built a raft out of [barrels|old doors|seven logs]. "Tomorrow I am going down the river until it ends," {he} said.`,
        `"Where does the river go?" asked {hero}. Nobody could tell {him}, so {he} decided to find out.`,
      ],
      [
        `{friend}, {a friendKind}, came to the shore. "Is there room for two?" asked {friend}. There was.`,
        `{He} did not want to go alone and asked {friend}, {a friendKind}. "I will bring the {food}," said {friend}.`,
      ],
      [
        `On the first day the water was smooth. They saw [herons|cows|an old castle] on the bank and waved to the {trade}.`,
        `{Sky}. They drifted past fields and towns, and children ran along beside them.`,
      ],
      [
        `Then the river became fast. The raft turned round and round, and the {item} went overboard. "Hold on!" shouted {hero}.`,
        `On the second night they hit a rock. Water came over the boards, and both of them were {bad}.`,
      ],
      [
        `{hero} steered and {friend} pushed with a pole, left, right, left, and suddenly the river was wide and still again.`,
        `They jumped to the bank at the last moment and pulled the raft after them. In the morning they mended it with a rope.`,
      ],
      [
        `On the fifth day they smelled salt. The river opened like a door, and behind it lay the sea.`,
        `At last they heard a great rushing. It was the sea, and it was bigger than anything they had ever seen.`,
      ],
      [
        `They sat in the sand and said nothing for a long time. "So that is where it goes," said {hero}.`,
        `They filled a bottle with sea water and walked home. It took them three weeks.`,
      ],
    ],
  },
  {
    topic: 'the moon in the pond',
    steps: [
      [
        `One night {hero} looked into the pond and got a fright. "The moon has fallen into the water!" {he} cried.`,
        `{hero} could not sleep and went for a walk. There, in the middle of the pond, lay the moon.`,
      ],
      [
        `{He} ran to wake {friend}, {a friendKind}. "Get up, we must pull it out before it goes out," said {hero}.`,
        `{friend}, {a friendKind}, came with a net and {a thing}. "We will save it," said {friend}.`,
      ],
      [
        `They threw the net. The moon broke into a thousand pieces. "Now we have broken it," said {hero} and was {bad}.`,
        `{hero} reached for it with a long pole, but every time {he} touched it, the moon trembled and slipped away.`,
      ],
      [
        `They sat down on the bank and waited. Slowly the pieces swam together again, until the moon was whole.`,
        `"Perhaps it does not want to be saved," said {friend}. They kept very still, and the water became smooth.`,
      ],
      [
        `Then a [duck|frog|fish] swam right through it, and nothing happened at all. {friend} looked up. "{hero}," {fhe} said, "look at the sky."`,
        `{hero} lay down on {his} back, and there was the moon, high above the trees, where it had always been.`,
      ],
      [
        `They laughed so much that {all} woke up. Since then people say of somebody who worries too much: "There goes one who fishes for the moon."`,
        `"Now we have two of them," said {hero}, "one to look at and one to swim in."`,
      ],
    ],
  },
  {
    topic: 'three wishes',
    steps: [
      [
        `{hero} helped a little fish that was caught {spot}. "Let me go," said the fish, "and you have three wishes."`,
        `When {hero} cleaned {his} {thing}, a thin voice spoke out of it. "Three wishes," said the voice, "and not one more."`,
      ],
      [
        `"I wish for a mountain of {food}!" said {hero}. At once there was so much of it that {he} could not open the door.`,
        `First {hero} wished for gold. Everything turned to gold, even [the bread|the pillow|the apples], and {he} was hungry and {bad}.`,
      ],
      [
        `Then came {friend}, {a friendKind}. "Be careful with the second one," said {friend}. "Sleep on it."`,
        `{friend}, {a friendKind}, heard the noise and looked in at the window. "What have you done, {hero}?" asked {friend}.`,
      ],
      [
        `But {hero} did not listen. "I wish that I were king," {he} said. A crown fell on {his} head, and it was very heavy.`,
        `"I wish for a bigger house," said {hero}. The house grew and grew, until {he} could no longer find the kitchen.`,
      ],
      [
        `Now {he} sat there alone and nobody dared to speak to {him}. Even {friend} bowed and called {him} "Highness".`,
        `In the evening {he} could not find {friend} any more, however loudly {he} called.`,
      ],
      [
        `{hero} thought for a long time about the third wish. Then {he} said, "I wish that everything were as it was."`,
        `"I have one wish left," said {hero}, "and I know what it is. I want my old life back, with {friend} in it."`,
      ],
      [
        `There was a bang, and {he} stood in {his} small kitchen. {friend} knocked. "I have brought {food}," said {friend}. {hero} had never been so {good}.`,
        `And so it was. {hero} and {friend} sat {farSpot} and shared an apple, and it tasted better than gold.`,
      ],
    ],
  },
];
