// The data of the sample fine-tune: weather reports, the same ones every time.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Random } from '#lib/random.ts';
import { writeWeatherReport } from '#service/engine/corpus/weather-report.ts';
import { writeFileAtomically } from './atomic-file.ts';

const SEED = 7;
const [TRAINING_LINES, VALIDATION_LINES] = [400, 40];

/** Writes 400 reports to learn and 40 others to measure by into the folder, which is made when it is missing. */
export async function writeSampleData(
  folder: string,
): Promise<{ readonly trainingFile: string; readonly validationFile: string }> {
  await mkdir(folder, { recursive: true });
  const random = new Random(SEED);
  const write = (name: string, lines: number): string => {
    const file = join(folder, name);
    writeFileAtomically(file, [new TextEncoder().encode(reports(random, lines))]);
    return file;
  };
  return {
    trainingFile: write('weather-reports.jsonl', TRAINING_LINES),
    validationFile: write('weather-reports-validation.jsonl', VALIDATION_LINES),
  };
}

/** JSONL of one `text` a line. */
function reports(random: Random, lines: number): string {
  return Array.from({ length: lines }, () => {
    const text = writeWeatherReport(random);
    return `${JSON.stringify({ text })}\n`;
  }).join('');
}
