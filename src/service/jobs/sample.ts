// Sample fine-tune of a new data folder: generated weather reports.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Random } from '#lib/random.ts';
import { baseModel } from '#service/engine/engine.ts';
import { writeFileAtomically } from '#service/engine/model/atomic-file.ts';
import { copyAtomically } from './inbox.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import { dataFile, type Places } from '#service/store/data-folder.ts';
import { fill, days } from './template.ts';
import { outputName } from './plan.ts';

/** A few dozen steps. */
export async function prepareSample(places: Places, now: number): Promise<FineTuneRequest> {
  const scratch = join(places.files, 'sample');
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const written = await writeSampleData(scratch);
  const [trainingFile, validationFile] = [
    { id: `file-${randomUUID()}`, name: 'weather-reports.jsonl' },
    { id: `file-${randomUUID()}`, name: 'weather-reports-validation.jsonl' },
  ];
  await copyAtomically(written.trainingFile, dataFile(places, trainingFile.id));
  await copyAtomically(written.validationFile, dataFile(places, validationFile.id));
  await rm(scratch, { recursive: true });
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

/** 400 training and 40 validation reports. */
export async function writeSampleData(
  folder: string,
): Promise<{ readonly trainingFile: string; readonly validationFile: string }> {
  await mkdir(folder, { recursive: true });
  const random = new Random(seed);
  const write = (name: string, count: number): string => {
    const file = join(folder, name);
    const lines = Array.from({ length: count }, () => `${JSON.stringify(writeExample(random))}\n`);
    writeFileAtomically(file, [new TextEncoder().encode(lines.join(''))]);
    return file;
  };
  return {
    trainingFile: write('weather-reports.jsonl', trainingLines),
    validationFile: write('weather-reports-validation.jsonl', validationLines),
  };
}

/** The advice follows from the figures. */
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
