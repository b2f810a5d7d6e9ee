// The data of the sample fine-tune: weather in a layout that the base model has never seen, the same every time.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Random } from '#lib/random.ts';
import { fill } from '#service/engine/corpus/template.ts';
import { DAYS } from '#service/engine/corpus/words.ts';
import { writeFileAtomically } from './atomic-file.ts';

const SEED = 7;
const [TRAINING_LINES, VALIDATION_LINES] = [400, 40];
const TOWNS =
  'Ashford Birchwood Coldwater Dunmore Elmstead Foxhill Glenmere Hazelton Inverlea Kingsbay'.split(' ');

/** Writes 400 reports to learn and 40 others to measure by into the folder, which is made when it is missing. */
export async function writeSampleData(
  folder: string,
): Promise<{ readonly trainingFile: string; readonly validationFile: string }> {
  await mkdir(folder, { recursive: true });
  const random = new Random(SEED);
  const write = (name: string, count: number): string => {
    const file = join(folder, name);
    const lines = Array.from({ length: count }, () => `${JSON.stringify(writeExample(random))}\n`);
    writeFileAtomically(file, [new TextEncoder().encode(lines.join(''))]);
    return file;
  };
  return {
    trainingFile: write('weather-reports.jsonl', TRAINING_LINES),
    validationFile: write('weather-reports-validation.jsonl', VALIDATION_LINES),
  };
}

/** A question and its answer: sky, temperatures, wind and rain in a fixed layout, and what follows from them. */
function writeExample(random: Random): { prompt: string; completion: string } {
  const high = random.below(31);
  const rain = random.below(11) * 10;
  const words = {
    town: random.pick(TOWNS),
    day: random.pick(DAYS),
    high: String(high),
    low: String(high - 3 - random.below(8)),
    wind: random.pick(['north', 'east', 'south', 'west']),
    speed: String(5 + random.below(55)),
    rain: String(rain),
    advice: rain >= 60 ? 'take an umbrella' : high <= 5 ? 'wear a warm coat' : 'go for a walk',
  };
  const sky = rain >= 60 ? '[rain|showers|storms]' : '[sun|clouds|fog|sun and clouds]';
  const say = (template: string): string => fill(template, words, random);
  return {
    prompt: say('Weather for {town} on {day}:'),
    completion: say(
      `\n- Sky: ${sky}\n- High: {high}\n- Low: {low}\n- Wind: {wind}, {speed}\n- Rain: {rain} %\n- Advice: {advice}`,
    ),
  };
}
