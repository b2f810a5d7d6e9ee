// Plots about friendship: quarrels, newcomers, feasts, guests and gifts.
import type { Plot } from './story.ts';

export const friendshipPlots: readonly Plot[] = [
  {
    topic: 'a quarrel about {a thing}',
    steps: [
      [
        `{hero} and {friend}, {a friendKind}, found {a thing} {spot}. "I saw it first," said {hero}. "But I picked it up," said {friend}.`,
        `There was only one {item}, but both {hero} and {friend}, {a friendKind}, wanted to have it.`,
      ],
      [
        `They pulled at it until it [broke|tore|fell into the mud]. Then each of them went home without a word.`,
        `They shouted so loudly that the birds flew away. In the end neither of them wanted the {item} any more.`,
      ],
      [
        `For [three|four|five] days they did not speak. {hero} sat {spot} and was {bad}. It was very quiet without {friend}.`,
        `{hero} played alone, but it was like [soup without salt|a song without sound|a swing without wind].`,
      ],
      [
        `The {trade} saw it. "A broken {item} can be mended with glue," said the {trade}. "For a broken friendship you need one short word."`,
        `In the night {hero} could not sleep. "What do I want with the {item}," {he} thought, "if nobody is there to see it?"`,
      ],
      [
        `In the morning {hero} went to {friend}. "Sorry," {he} said. At the same moment {friend} opened the door and said, "Sorry."`,
        `{hero} put the {item} in front of the door of {friend}, knocked and ran away. But {friend} had been waiting behind the door with {food}.`,
      ],
      [
        `They mended the {item} together, and since then it belongs to {hero} in summer and to {friend} in winter.`,
        `They both laughed until their sides hurt. The {item} was given to a child who had none.`,
      ],
    ],
  },
  {
    topic: 'a stranger in the place',
    steps: [
      [
        `On {day} a cart stopped {spot}. A stranger climbed down. {Fhis} name was {friend}, and {fhe} was {a friendKind}.`,
        `The empty house {spot} had a light in its window. Somebody new had moved in: {friend}, {a friendKind}.`,
      ],
      [
        `{People} stayed away. "{friend} talks in a strange way," they said. "And what is in all those boxes?"`,
        `Nobody greeted {friend}. They only looked through their curtains and whispered.`,
      ],
      [
        `But {hero} wanted to know more. {He} [cooked some {food}|picked some flowers|cleaned {his} shoes] and knocked at the door.`,
        `{hero} saw {friend} sitting alone {farSpot}. "I know how that feels," {he} thought and went closer.`,
      ],
      [
        `"Welcome," said {hero}. For a moment {friend} did not know what to say. Then {fhe} smiled. "You are the first," {fhe} said.`,
        `"Is this seat free?" asked {hero}. "All seats are free," said {friend}. "Nobody sits with me."`,
      ],
      [
        `{friend} opened one of the boxes. It was full of [seeds|books|maps|music], and to each thing belonged a story from a far country.`,
        `{friend} told {him} of [deserts and camels|cities on the water|mountains of ice|birds that can speak]. {hero} forgot the time.`,
      ],
      [
        `The next day {hero} brought the {trade} along, and the day after that came {all}. The house was never empty again.`,
        `When the {trade} fell ill, it was {friend} who knew the right herb. "We were foolish," said {people}.`,
      ],
      [
        `"You opened the door," said {hero}. "You knocked," said {friend}.`,
        `Today nobody remembers who was the stranger.`,
      ],
    ],
  },
  {
    topic: 'a surprise for {friend}',
    steps: [
      [
        `{friend}, {a friendKind}, was going to have a birthday on {day}. {hero} made a secret plan.`,
        `Everyone had forgotten the birthday of {friend}, {a friendKind}. Everyone but {hero}.`,
      ],
      [
        `{hero} wanted to make {food}. But {he} took salt instead of sugar, and even the dog did not want to eat it.`,
        `{hero} had no money for a present, so {he} sat down to build {a thing} with {his} own hands. It fell apart at once.`,
      ],
      [
        `{He} was {bad}. "Who tries twice is not a fool," said the {trade} and helped {him} with the second one.`,
        `"Begin again, and read the whole page this time," said the {trade}. {hero} began again.`,
      ],
      [
        `Meanwhile {friend} sat {spot} and thought that nobody loved {fhim}.`,
        `Meanwhile {people} hung up paper lamps, and somebody tuned a violin.`,
      ],
      [
        `In the evening {hero} knocked at the door of {friend}. "Come quickly, something has happened," {he} said and looked very serious.`,
        `"Close your eyes and give me your hand," said {hero}. {friend} closed {fhis} eyes.`,
      ],
      [
        `A hundred lamps were burning {farSpot}, and {all} sang. {friend} could not say a word.`,
        `"Now!" shouted {hero}, and everybody jumped out from behind the hedge. {friend} laughed and cried at the same time.`,
      ],
      [
        `They danced until the lamps went out. "Next year it is your turn," said {friend}.`,
        `{friend} still has a crumb of that {food} in a little box, or so {fhe} says.`,
      ],
    ],
  },
  {
    topic: 'the long winter',
    steps: [
      [
        `That winter the snow reached up to the windows. No cart could come, and in the kitchen of {hero} there was only one bag of flour left.`,
        `It snowed for [nine|twelve|fourteen] days without a stop. {hero} counted the logs beside the stove: there were not many.`,
      ],
      [
        `On {day} somebody scratched at the door. It was {friend}, {a friendKind}, thin and frozen. "Could I sit by your fire?" asked {friend}.`,
        `From the window {hero} saw a shape in the snow. It was {friend}, {a friendKind}, who had nothing left to eat.`,
      ],
      [
        `{hero} was {bad}, for there was hardly enough for one. But then {he} [opened the door|put a second plate on the table|moved {his} chair].`,
        `"Half is more than nothing," said {hero}, and {he} broke the last bread in two.`,
      ],
      [
        `Together they [dug a tunnel to the well|kept the fire alive|mended all the socks in the house]. In the evening they told riddles.`,
        `{friend} knew where nuts were hidden under the snow, and {hero} knew how to cook them.`,
      ],
      [
        `They painted a line on the wall for every day. The lines grew longer, and so did the days.`,
        `Once the fire nearly went out. They burned an old chair and laughed, because now they had to share the other one.`,
      ],
      [
        `One morning water dripped from the roof. Spring had come, and both of them were {good}.`,
        `When the first cart came through, the {trade} could not believe it. "You have even grown fatter!" said the {trade}.`,
      ],
      [
        `"I came for one evening," said {friend}, "and I stayed a whole winter." "Stay for the summer too," said {hero}.`,
        `Since then there is always a second plate on the table of {hero}.`,
      ],
    ],
  },
  {
    topic: 'a song for the festival',
    steps: [
      [
        `At the summer festival everybody had to bring a song. {hero} had no song, and {his} voice sounded like [a rusty gate|a frog|an old cart].`,
        `{hero} wished for nothing more than to play the [violin|flute|drum] at the festival.`,
      ],
      [
        `{He} practised [in the barn|in the cellar|far out in the fields], but {people} closed their windows.`,
        `"Better help with the tables," said {people}. {hero} was {bad}.`,
      ],
      [
        `Only {friend}, {a friendKind}, stopped and listened. "There is something in it," said {friend}. "It only wants to come out."`,
        `{friend}, {a friendKind}, sat down beside {him}. "Do not play so that they like it," {fhe} said. "Play so that you like it."`,
      ],
      [
        `Every evening {friend} beat the time with {a gift}, and {hero} tried again. One, two, three, four.`,
        `They listened to [the rain|the mill wheel|the bees], and {hero} learned a little from each of them.`,
      ],
      [
        `Summer came. When {hero} climbed on the stage, {his} knees were soft. {He} looked for the eyes of {friend} and began.`,
        `On the evening of the festival {all} sat in the grass. "And now {hero}," said the {trade}, and somebody giggled.`,
      ],
      [
        `It was a small song about [a boat|the moon|coming home]. When it was over, nobody moved. Then they all stood up.`,
        `At first it was quiet, then a child clapped, then ten, then all of them.`,
      ],
      [
        `"Who taught you that?" asked the {trade}. {hero} pointed at {friend}.`,
        `People still whistle that song today when they walk home in the evening.`,
      ],
    ],
  },
];
