// Plots about things lost, found, broken and mended.
import type { Plot } from './story.ts';

export const findingPlots: readonly Plot[] = [
  {
    topic: '{a thing} that was lost',
    steps: [
      [
        `{hero} owned {a thing}. It had once belonged to {his} [grandmother|grandfather|uncle|aunt], and {he} never left home without it.`,
        `Of all the things in the world, {hero} liked {his} {thing} best. {He} kept it [in a box under the bed|on a nail by the door|in {his} pocket].`,
      ],
      [
        `On {day} the {item} was not in its place. {hero} [turned over every pillow|looked behind the stove|emptied all the drawers], but it was gone.`,
        `Then, one [grey|windy|busy] morning, {hero} reached for the {item} and found nothing. {He} felt {bad}.`,
      ],
      [
        `{friend} was passing by. {friend} was {a friendKind}. "You look {bad}, {hero}," said {friend}. "What is the matter?"`,
        `So {hero} went to see {friend}, {a friendKind}, who [lived close by|always knew what to do|was never in a hurry]. "My {item} is gone," said {hero}.`,
      ],
      [
        `"Nothing is lost until we have looked everywhere," said {friend}. "Where did you have it last?" {hero} thought hard. "I was {spot}," {he} said.`,
        `{friend} nodded slowly. "Walk the same way again," {fhe} said, "and keep your eyes open." So the two of them set out.`,
      ],
      [
        `They looked {farSpot}. They found [a rusty key|half a comb|three buttons|an empty bottle], but the {item} was not there.`,
        `They asked the {trade}, but the {trade} [had seen nothing|only shrugged|pointed down the road]. They went on.`,
      ],
      [
        `At last {friend} cried, "Come here, {hero}!" There, {spot}, something {colour} was shining. It was the {item}.`,
        `{hero} bent down {spot} and began to laugh. The {item} had been lying there all the time, [covered with leaves|full of rain|next to a sleeping cat].`,
      ],
      [
        `"I would have given up without you," said {hero}. {He} [shared {his} {food} with {friend}|shook {friend} by the hand|asked {friend} to stay for supper].`,
        `{hero} held the {item} tight all the way home, and {friend} walked beside {him}, [humming|smiling|carrying the lamp].`,
      ],
    ],
  },
  {
    topic: 'a letter without a name',
    steps: [
      [
        `One morning {hero} found a letter {spot}. It had [no name on it|a blue seal|a stamp from far away], and the paper was [thin|wet|yellow] with age.`,
        `The wind blew a letter against the window of {hero}. Nobody had written a name on it.`,
      ],
      [
        `"It must belong to somebody," said {hero}, and {he} put it into {his} coat and went out to ask.`,
        `{hero} did not open it. "A letter is like a door," {he} said. "Only the right person has the key."`,
      ],
      [
        `First {he} asked the {trade}. "It is not mine," said the {trade}, "but ask {friend}, {a friendKind}. {friend} waits for the post every day."`,
        `{He} knocked at many doors, but all {people} shook their heads. Then {he} remembered {friend}, {a friendKind}, who lived {farSpot}.`,
      ],
      [
        `The way was [long|steep|muddy], and soon it began to [rain|snow|get dark]. {hero} was {bad}, but {he} kept the letter dry.`,
        `On the way {he} had to [cross a stream|climb over a wall|walk through high nettles]. "Letters must arrive," {he} told the wind.`,
      ],
      [
        `{friend} took the letter with both hands. "It is from my [brother|sister|oldest friend]," {fhe} whispered. "I have waited [seven|ten|twenty] years for it."`,
        `When {friend} saw the letter, {fhe} had to sit down. "I know this writing," {fhe} said.`,
      ],
      [
        `{hero} read it aloud, because the eyes of {friend} were full of tears. It said: "I am coming home [in spring|on {day}|with the next ship]."`,
        `Inside was only one line: "[I have not forgotten you|Please forgive me|Keep a chair for me]." It was enough.`,
      ],
      [
        `They drank tea together until [late|the stars came out], and {friend} gave {hero} {a gift} for the long way back.`,
        `Since then {hero} has carried all the letters of the place, and none has ever been lost.`,
      ],
    ],
  },
  {
    topic: 'the bridge that broke',
    steps: [
      [
        `A wooden bridge led across the river. {hero} walked over it every day to [fetch milk|see the market|visit {friend}].`,
        `There was only one bridge in the place, and it was [older than the oldest tree|crooked|as thin as a plank].`,
      ],
      [
        `One night the water rose, and in the morning the bridge was gone. {hero} was {bad}, for {friend}, {a friendKind}, lived on the other side.`,
        `With a loud crack the bridge broke in two. On the far bank stood {friend}, {a friendKind}, and could not come home.`,
      ],
      [
        `{All} came to look. "It will take a year to build a new one," said the {trade}. {People} [sighed|argued|went home again].`,
        `"Somebody should do something," said {people}. But nobody did anything.`,
      ],
      [
        `{hero} did not want to wait. {He} [tied a rope to {a thing}|cut long branches|gathered old boards] and began to work.`,
        `"Then I will begin alone," said {hero}. {He} carried one stone to the water, and then another, and then a third.`,
      ],
      [
        `{friend} saw it from the other side and began to build as well. Day after day they came a little closer to each other.`,
        `Soon the {trade} brought a hammer. A child brought nails. In the end {all} helped.`,
      ],
      [
        `On {day} the last board was laid. {hero} and {friend} met exactly in the middle and [shook hands|laughed|danced].`,
        `After [nine|twelve|twenty] days they could hear each other speak, and after one more they could touch hands.`,
      ],
      [
        `They called it the bridge of {hero} and {friend}, and it still stands today.`,
        `There was a feast with {food} and music, right on the new bridge, and it did not even shake.`,
      ],
    ],
  },
  {
    topic: 'a map in a bottle',
    steps: [
      [
        `A green bottle lay {spot}. {hero} pulled out the cork and found a map inside. A small cross was drawn {farSpot}.`,
        `When {hero} cleaned the attic, a map fell out of an old [coat|book|clock]. It showed the way to a place {farSpot}.`,
      ],
      [
        `{hero} showed it to {friend}, {a friendKind}. "Pack some {food}," said {friend}. "We leave at once."`,
        `"A treasure!" said {hero}. {friend}, {a friendKind}, was not so sure, but {fhe} took {fhis} {gift} and came along.`,
      ],
      [
        `They walked [past the last house|along the shore|up a stony path] until their feet hurt. {Sky}.`,
        `The path led through a dark wood. Something [rustled|howled|cracked], and {friend} held on to the sleeve of {hero}.`,
      ],
      [
        `At a fork they did not know the way. "Left," said {hero}. "Right," said {friend}. So they [threw a coin|turned the map around|asked a passing {trade}].`,
        `Then the map got wet, and half of it could no longer be read. They were {bad}, but they [did not turn back|remembered the rest|made a guess].`,
      ],
      [
        `{Spot} they began to dig. They dug until [noon|evening|their hands were black], and then the spade hit wood.`,
        `Behind a curtain of ivy they discovered a little door. {hero} counted to three and pushed it open.`,
      ],
      [
        `In the chest lay {a thing}, and under it a note: "[Whoever came this far is rich already|The best part was the way|Now hide it for the next one]."`,
        `There was no gold. There was only {a thing} and two chairs, as if somebody had been waiting for them.`,
      ],
      [
        `{hero} and {friend} looked at each other and laughed. Then they ate all the {food} and walked home under the moon.`,
        `They put something of their own into the chest and closed it again. To this day nobody else knows where it is.`,
      ],
    ],
  },
  {
    topic: 'the mill that stood still',
    steps: [
      [
        `The big wheel of the mill had turned for a hundred years. One day it stopped, and there was no flour and no bread.`,
        `It was very quiet on that morning. {hero} listened and understood why: the mill stood still.`,
      ],
      [
        `"The mill is too old," said {people}. But {hero} took {his} {thing} and went to see what was wrong.`,
        `The {trade} pulled and pushed and kicked, but the wheel did not move. Then {hero} stepped forward. "Let me try," {he} said.`,
      ],
      [
        `Inside it was dark and dusty. In a corner sat {friend}, {a friendKind}. "I have been hiding here," said {friend}. "Please do not tell anyone."`,
        `Under the wheel {hero} met {friend}, {a friendKind}. "I made my bed here, because I had no other place," said {friend}.`,
      ],
      [
        `{hero} saw a [branch|shoe|blanket] between the wheels. "That is mine," said {friend} and looked at the floor. "I did not mean to break anything."`,
        `The {item} of {friend} had fallen between the wheels. {friend} was {bad} and began to cry.`,
      ],
      [
        `"Everybody makes mistakes," said {hero}. "Let us mend it together." They [pulled and pulled|took the wheel apart|worked until midnight].`,
        `{hero} was not angry. "You push and I pull," {he} said. "One, two, three!"`,
      ],
      [
        `There was a groan and a splash, and the wheel began to turn again. {hero} and {friend} were white with flour from head to foot.`,
        `Slowly, very slowly, the wheel moved. Then it went faster, and the whole mill sang.`,
      ],
      [
        `From that day on {friend} lived in the mill and looked after the wheel, and {hero} came by every {day} for {food}.`,
        `The {trade} baked the first bread, and {hero} and {friend} got the warm crust.`,
      ],
    ],
  },
];
