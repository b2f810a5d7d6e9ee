// Sample fine-tune of a new data folder: generated weather reports.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Random } from '#lib/random.ts';
import { baseModel } from '#service/engine/engine.ts';
import { writeFileAtomically } from '#service/engine/model/atomic-file.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import { dataFile, type Places } from '#service/store/data-folder.ts';
import { fill, days } from './template.ts';
import { outputName } from './plan.ts';

/** A few dozen steps. */
export function prepareSample(places: Places, now: number): FineTuneRequest {
  mkdirSync(places.files, { recursive: true, mode: 0o700 });
  const [trainingFile, validationFile] = [
    { id: `file-${randomUUID()}`, name: 'weather-reports.jsonl' },
    { id: `file-${randomUUID()}`, name: 'weather-reports-validation.jsonl' },
  ];
  writeSampleData(dataFile(places, trainingFile.id), dataFile(places, validationFile.id));
  return {
    kind: 'fine_tune',
    id: randomUUID(),
    jobId: `job-${randomUUID()}`,
    createdAt: now,
    trainingFile,
    validationFile,
    model: baseModel,
    fromCheckpoint: '',
    outputName: outputName(baseModel, 'weather'),
    nEpochs: 3,
    batchSize: 8,
    learningRate: 5e-4,
    scheduler: 'linear',
    minLrRatio: 0,
    warmupRatio: 0.05,
    weightDecay: 0.01,
    maxGradNorm: 1,
    nEvals: 10,
    nCheckpoints: 3,
    trainOnInputs: 'auto',
    seed: 11,
    wandbProjectName: '',
  };
}

const seed = 7;
const [trainingLines, validationLines] = [400, 40];
const towns =
  'Ashford Birchwood Coldwater Dunmore Elmstead Foxhill Glenmere Hazelton Inverlea Kingsbay'.split(' ');

export function writeSampleData(trainingFile: string, validationFile: string): void {
  const random = new Random(seed);
  const write = (file: string, count: number): void => {
    const lines = Array.from({ length: count }, () => `${JSON.stringify(writeExample(random))}\n`);
    writeFileAtomically(file, [new TextEncoder().encode(lines.join(''))]);
  };
  write(trainingFile, trainingLines);
  write(validationFile, validationLines);
}

function writeExample(random: Random): { prompt: string; completion: string } {
  const high = random.below(31);
  const rain = random.below(11) * 10;
  const words = {
    town: random.pick(towns),
    day: random.pick(days),
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
