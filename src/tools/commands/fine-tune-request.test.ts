import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataFile, placesIn, type Places } from '#service/store/data-folder.ts';
import { openStore, type Store } from '#service/store/store.ts';
import { fineTuneRequest } from '#service/testing/records.ts';
import { readArguments } from './command-line.ts';
import { optionList, makeRequest } from './fine-tune-request.ts';

let places: Places;
let store: Store;
let file = '';

beforeEach(() => {
  places = placesIn(mkdtempSync(join(tmpdir(), 'inferdeck-request-')));
  store = openStore(places.database);
  file = join(places.home, 'tales.jsonl');
  writeFileSync(file, '{"text":"Once upon a time."}\n\n{"prompt":"a","completion":"b"}\n');
});

afterEach(() => {
  store.close();
  rmSync(places.home, { recursive: true });
});

const make = (...args: string[]) => makeRequest(readArguments(args, optionList, 'program'), store, places);

test('a request holds the given options and copies of the files', async () => {
  const request = await make(
    '--training-file',
    file,
    '--validation-file',
    file,
    '--train-on-inputs',
    'false',
  );
  expect(request).toMatchObject({
    model: 'inferdeck/tale-1m',
    fromCheckpoint: '',
    trainingFile: { name: 'tales.jsonl' },
    nEvals: 10,
    trainOnInputs: false,
  });
  for (const { id } of [request.trainingFile, request.validationFile ?? { id: '' }]) {
    expect(readFileSync(dataFile(places, id), 'utf8')).toBe(readFileSync(file, 'utf8'));
  }
  await expect(make('--training-file', file)).resolves.toMatchObject({ validationFile: null, nEvals: 0 });
});

test('requests with the same file have the same file id, those with another have another', async () => {
  const [one, again] = [await make('--training-file', file), await make('--training-file', file)];
  expect(again.trainingFile).toEqual(one.trainingFile);
  writeFileSync(file, '{"text":"Once upon another time."}\n');
  expect((await make('--training-file', file)).trainingFile.id).not.toBe(one.trainingFile.id);
  expect(readFileSync(dataFile(places, one.trainingFile.id), 'utf8')).toContain('Once upon a time.');
});

test('a checkpoint implies its model, and a missing one is refused with the available ones', async () => {
  const earlier = fineTuneRequest();
  store.jobs.add({ id: earlier.jobId, type: 'fine_tune', args: {}, file: '', createdAt: 1 }, 'Created.');
  store.fineTunes.add(earlier);
  const checkpoint = { path: 'a.bin', createdAt: 1 };
  store.checkpoints.add(earlier.id, { ...checkpoint, step: 10, isFinal: false });
  store.checkpoints.add(earlier.id, { ...checkpoint, step: 20, isFinal: true });
  for (const fromCheckpoint of [earlier.id, `${earlier.id}:10`, `${earlier.id}:20`]) {
    const request = await make('--training-file', file, '--from-checkpoint', fromCheckpoint);
    expect(request).toMatchObject({ fromCheckpoint, model: earlier.model });
    // It is also served as a model.
    const same = await make('--training-file', file, '--model', fromCheckpoint, '--suffix', 'more');
    expect(same).toMatchObject({ fromCheckpoint, model: earlier.model });
    expect(same.outputName).toMatch(new RegExp(`^${earlier.model}-more-[0-9a-f]{8}$`, 'u'));
  }
  await expect(make('--training-file', file, '--model', `${earlier.id}:15`)).rejects.toThrow(
    `--model ${earlier.id}:15 is not a model of this machine`,
  );
  await expect(make('--training-file', file, '--from-checkpoint', `${earlier.id}:15`)).rejects.toThrow(
    `is not a checkpoint of this machine. Available: ${earlier.id}:10, ${earlier.id}:20.`,
  );
});

test.each([
  [[], '--training-file is needed'],
  [['--training-file', '/none.jsonl'], '--training-file: /none.jsonl: there is no such file.'],
  [['--training-file', '/'], '--training-file: /: it is a folder, not a file.'],
  [['--training-file', 'FILE', '--n-evals', '3'], '--n-evals needs a --validation-file'],
  [['--training-file', 'FILE', '--model', 'no/model'], '--model no/model is not a model of this machine'],
  [
    ['--training-file', 'FILE', '--from-checkpoint', `ft-${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`],
    'is not a checkpoint of this machine. It has none.',
  ],
  [
    [
      '--model',
      'a/b',
      '--from-checkpoint',
      `ft-${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
      '--training-file',
      'FILE',
    ],
    '--model and --from-checkpoint do not go together',
  ],
])('%j is refused with a message, and leaves nothing behind', async (args, sentence) => {
  const given = args.map((arg) => (arg === 'FILE' ? file : arg));
  await expect(make(...given)).rejects.toThrow(sentence);
  expect(readdirSync(places.home)).not.toContain('files');
});

test('consecutive lines with the same problem are named once', async () => {
  writeFileSync(file, ['bad', 'bad', '{"text":"good"}', 'bad'].join('\n'));
  await expect(make('--training-file', file)).rejects.toThrow(
    /queued\.\n {2}tales\.jsonl:1-2: (?<why>.*)\n {2}tales\.jsonl:4: \k<why>$/u,
  );
});

test('invalid lines are named by number', async () => {
  writeFileSync(file, ['{"text":"good"}', 'bad', '{"text":""}'].join('\n'));
  await expect(make('--training-file', file)).rejects.toThrow(
    /cannot be used\. Nothing was queued\.\n {2}tales\.jsonl:2: .*\n {2}tales\.jsonl:3: /u,
  );
});
