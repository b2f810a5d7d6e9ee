// The first stage of a fine-tune: its files are read whole before it gets its place in the queue.
import { inspectTrainingFile } from '#service/engine/fine-tuning/fine-tuning.ts';
import type { FineTuneRow } from '#service/store/fine-tunes.ts';
import { dataFile, type Places } from '#service/store/places.ts';
import type { Life } from './life.ts';
import { problemMessage, readMessage } from './messages.ts';

/** What a check found; a fault is the user's, and a sentence. */
export type Checked =
  | { readonly trainingLines: number; readonly trainingBytes: number; readonly tokenCount: number }
  | { readonly fault: string };

/** Reads the data files of a fine-tune and notes it. Never rejects for what is in a file. */
export async function checkFiles({ id, request }: FineTuneRow, life: Life, places: Places): Promise<Checked> {
  const { trainingFile, validationFile } = request;
  life.note(id, {
    type: 'training_data_downloading',
    message: `Reading training file ${trainingFile.name}.`,
  });
  const training = await inspect(dataFile(places, trainingFile.id));
  if (typeof training === 'string') return { fault: `Training file ${trainingFile.name}: ${training}` };
  if (training.problemCount > 0)
    return { fault: problemMessage('Training file', trainingFile.name, training) };
  const message = readMessage('Training file', trainingFile.name, training);
  life.note(id, { type: 'training_data_download_complete', message });
  if (validationFile !== null) {
    const { name } = validationFile;
    life.note(id, { type: 'validation_data_downloading', message: `Reading validation file ${name}.` });
    const validation = await inspect(dataFile(places, validationFile.id));
    if (typeof validation === 'string') return { fault: `Validation file ${name}: ${validation}` };
    if (validation.problemCount > 0) return { fault: problemMessage('Validation file', name, validation) };
    const read = readMessage('Validation file', name, validation);
    life.note(id, { type: 'validation_data_download_complete', message: read });
  }
  if (request.wandbProjectName !== '') {
    const project = `The project ${request.wandbProjectName} is kept with this job; nothing leaves this machine.`;
    life.note(id, { type: 'warning', message: project });
  }
  const { lines, bytes, tokens } = training;
  return { trainingLines: lines, trainingBytes: bytes, tokenCount: tokens * request.nEpochs };
}

async function inspect(file: string) {
  try {
    return await inspectTrainingFile(file);
  } catch (error) {
    return `it cannot be read (${error instanceof Error ? error.message : 'unknown cause'}).`;
  }
}
