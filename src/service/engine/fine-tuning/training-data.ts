// Training data of a fine-tune: both files read, encoded and packed.
import { causeOf } from '#service/engine/cause.ts';
import type { Tokenizer } from '#service/engine/model/tokenizer.ts';
import type { FineTunePlan } from './contract.ts';
import { readExamples } from './examples.ts';
import { encodeExample, packRows, rowLengthFor, type Row } from './packing.ts';

/** Rows of one length; no validation rows without evaluations. */
export interface TrainingData {
  readonly length: number;
  readonly rows: readonly Row[];
  readonly validationRows: readonly Row[];
}

/** Throws FineTuneError for a file that is not entirely usable. */
export async function readTrainingData(
  plan: FineTunePlan,
  tokenizer: Tokenizer,
  context: number,
): Promise<TrainingData> {
  const { trainingFile, validationFile, trainOnInputs, nEvals, seed } = plan;
  const encodeFile = (file: string, name: string): Promise<Row[]> =>
    readFile(file, name, tokenizer, trainOnInputs);
  const training = await encodeFile(trainingFile, 'training file');
  const validation =
    validationFile !== null && nEvals > 0 ? await encodeFile(validationFile, 'validation file') : [];
  const length = rowLengthFor([...training, ...validation], context);
  return {
    length,
    rows: packRows(training, length, seed),
    validationRows: packRows(validation, length, seed),
  };
}

async function readFile(
  file: string,
  name: string,
  tokenizer: Tokenizer,
  trainOnInputs: FineTunePlan['trainOnInputs'],
): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    for await (const batch of readExamples(file))
      for (const line of batch) {
        if ('problem' in line)
          throw new FineTuneError(`Line ${line.problem.line} of the ${name}: ${line.problem.message}`);
        rows.push(encodeExample(line.example, tokenizer, trainOnInputs));
      }
  } catch (error) {
    throw error instanceof FineTuneError
      ? error
      : new FineTuneError(`The ${name} cannot be read: ${causeOf(error)}.`);
  }
  if (rows.length === 0) throw new FineTuneError(`The ${name} has no examples.`);
  return rows;
}

/** The message is a sentence for users. */
export class FineTuneError extends Error {
  override readonly name = 'FineTuneError';
}

export const sentenceOf = (error: unknown): string =>
  error instanceof FineTuneError ? error.message : `The training cannot continue: ${causeOf(error)}.`;
