// `npm run upload-model`: queues a model upload and follows the job.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { modelFileLimit } from '#service/engine/model/model-file.ts';
import { copyAtomically, putRequest } from '#service/jobs/inbox.ts';
import type { Places } from '#service/store/data-folder.ts';
import { openStoreToRead, type Store } from '#service/store/store.ts';
import {
  flag,
  text,
  explainOptions,
  type Given,
  type Option,
  OptionError,
  announceQueued,
  runProgram,
  fileFault,
  pathFrom,
} from './command-line.ts';

const options = {
  file: text('file', {
    value: '<file>',
    about:
      'A weight file of Inferdeck (f16 or f32), or a GGUF file (F16 or F32) of the same architecture. Up to 256 MiB. Required.',
    pattern: /^[^\0]+$/u,
    form: 'a path',
  }),
  name: text('name', {
    value: '<organization>/<model>',
    about: 'The model’s name. Required.',
    pattern: /^[A-Za-z0-9][\w.-]{0,63}\/[A-Za-z0-9][\w.-]{0,95}$/u,
    form: 'an organization and a name, such as acme/tales-2m',
  }),
  description: text('description', {
    value: '<text>',
    about: 'A description for users, up to 500 characters. Default: the file’s own.',
    pattern: /^[^\p{Cc}]{1,500}$/u,
    form: '1 to 500 characters in one line',
  }),
  license: text('license', {
    value: '<name>',
    about: 'Its license, such as Apache-2.0; up to 100 characters. Default: unknown.',
    pattern: /^[^\p{Cc}]{1,100}$/u,
    form: '1 to 100 characters in one line',
  }),
  detach: flag('detach', 'Queue the job and exit instead of following it.'),
  help: flag('help', 'This text.'),
} as const;

const optionList: readonly Option<unknown>[] = Object.values(options);
const program = 'npm run upload-model --';
const pollMs = 200;

const help = `Hands a model file to Inferdeck: the running service checks it, converts it to half floats, registers it.

  ${program} --file tales.bin --name acme/tales-1m --description "Tells tales."

${explainOptions(optionList)}

Exit code: 0 when the job is complete (or queued, with --detach), 1 when it has failed or an option cannot be used,
130 after Ctrl+C, which leaves the job as it is.`;

export function main(): Promise<void> {
  return runProgram({ program, options: optionList, help, run });
}

async function run(given: Given, places: Places): Promise<number> {
  const id = await queue(given, places);
  announceQueued(`${id} is queued.`, places);
  return options.detach.read(given) ? 0 : follow(id, places);
}

async function queue(given: Given, places: Places): Promise<string> {
  const [file, modelName] = [options.file.read(given), options.name.read(given)];
  if (file === null) throw new OptionError('--file is needed: --file <file>.');
  if (modelName === null) throw new OptionError('--name is needed: --name <organization>/<model>.');
  const [description, license] = [options.description.read(given) ?? '', options.license.read(given)];
  const id = `job-${randomUUID()}`;
  try {
    const { size } = await stat(pathFrom(file));
    if (size > modelFileLimit) throw new OptionError(`--file: ${file} is larger than 256 MiB.`);
    await copyAtomically(pathFrom(file), join(places.uploads, `${id}.bin`));
  } catch (error) {
    if (error instanceof OptionError) throw error;
    throw fileFault('--file', file, error, 'it cannot be taken over');
  }
  await putRequest(places, {
    kind: 'model_upload',
    id,
    createdAt: Date.now(),
    modelName,
    modelSource: file,
    description,
    ...(license !== null && { license }),
  });
  return id;
}

/** Prints every status once; resolves to the exit code. */
async function follow(id: string, places: Places): Promise<number> {
  const leaving = new AbortController();
  process.once('SIGINT', () => leaving.abort());
  let store: Store | null = null;
  let shown = 0;
  try {
    for (;;) {
      store ??= openStoreToRead(places.database);
      const status = store?.jobs.find(id)?.status;
      for (const update of store?.jobs.listUpdates(id).slice(shown) ?? []) {
        const time = new Date(update.createdAt).toTimeString().slice(0, 8);
        console.log(`${time}  ${update.status}: ${update.message}`);
        shown++;
      }
      if (status === 'Complete' || status === 'Failed') return status === 'Complete' ? 0 : 1;
      const { signal } = leaving;
      if (await setTimeout(pollMs, false, { signal }).catch(() => true)) return 130;
    }
  } finally {
    store?.close();
  }
}
