// Fine-tuning in worker threads: training, conversion, file inspection.
import { readFile, stat } from 'node:fs/promises';
import { type Conversion, type Converted, ModelFileError } from '#service/engine/model/model-file.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { readModelFacts } from '#service/engine/model/weight-file.ts';
import { startTrainer, baseModelFile } from '#service/engine/start-worker.ts';
import type {
  FineTuneEvent,
  FineTunePlan,
  FineTuneRun,
  FromTrainer,
  ToTrainer,
  FileReport,
  LineProblem,
} from './contract.ts';
import { readExamples, type Example } from './training-data.ts';

/** For saving the state. Terminating is safe, since files are written atomically. */
const stopMs = 10_000;

/** Resumes from the output folder. `onEvent` must not throw; once it returns, the event counts as stored. */
export function startFineTune(plan: FineTunePlan, onEvent: (event: FineTuneEvent) => void): FineTuneRun {
  const worker = startTrainer();
  const post = (message: ToTrainer): void => worker.postMessage(message, []);
  let isOver = false;
  let isStopping = false;
  const handle = (event: FineTuneEvent): void => {
    if (isOver) return;
    isOver = event.kind === 'done' || event.kind === 'failed';
    onEvent(event);
  };
  const fail = (message: string): void => {
    if (!isStopping) handle({ kind: 'failed', message });
  };
  worker.on('message', (message: FromTrainer) => {
    if (message.kind === 'event') handle(message.event);
    else post({ kind: 'settled' });
  });
  worker.on('error', (error: Error) => fail(`The training broke off: ${error.message}`));
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      fail('The training was interrupted.');
      resolve();
    });
  });
  post({ kind: 'start', plan });
  return {
    stop: async () => {
      isStopping = true;
      post({ kind: 'stop' });
      const impatient = setTimeout(() => void worker.terminate(), stopMs).unref();
      await exited;
      clearTimeout(impatient);
    },
  };
}

/**
 * In a thread, because it blocks for seconds. Rejects with ModelFileError, and on abort, which may leave a `.part`
 * file.
 */
export async function convertModel(conversion: Conversion, signal: AbortSignal): Promise<Converted> {
  signal.throwIfAborted();
  const worker = startTrainer();
  const post = (message: ToTrainer): void => worker.postMessage(message, []);
  const aborting = new AbortController();
  try {
    const message = await new Promise<FromTrainer>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('The conversion of a model file was interrupted.')));
      signal.addEventListener('abort', () => reject(reasonOf(signal)), { signal: aborting.signal });
      post({ kind: 'convert', conversion });
    });
    if (message.kind === 'converted') return message.converted;
    throw message.kind === 'refused'
      ? new ModelFileError(message.reason)
      : new Error(`unexpected answer: ${message.kind}`);
  } finally {
    aborting.abort();
    await worker.terminate();
  }
}

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('The conversion was aborted.', 'AbortError');

const maxProblems = 100;

let loading: Promise<Tokenizer> | null = null;

/** Yields in between. Rejects with file system errors. */
export async function inspectTrainingFile(file: string): Promise<FileReport> {
  const { size } = await stat(file);
  const tokenizer = await (loading ??= loadTokenizer());
  const problems: LineProblem[] = [];
  let [lines, tokens, problemCount] = [0, 0, 0];
  const note = (problem: LineProblem): void => {
    problemCount++;
    if (problems.length < maxProblems) problems.push(problem);
  };
  for await (const batch of readExamples(file))
    for (const line of batch) {
      lines++;
      if ('problem' in line) note(line.problem);
      else tokens += countTokens(tokenizer, line.example);
    }
  if (lines === 0) note({ line: 1, message: 'This file has no examples.' });
  return { lines, bytes: size, tokens, problems, problemCount };
}

/** Every model here has the base model's tokenizer. */
async function loadTokenizer(): Promise<Tokenizer> {
  const { tokenizer } = readModelFacts(await readFile(baseModelFile));
  return new Tokenizer(tokenizer);
}

/** Encoded separately, as in a completion request, followed by `<|end|>`. */
const countTokens = (tokenizer: Tokenizer, { prompt, completion }: Example): number =>
  tokenizer.encode(prompt).length + tokenizer.encode(completion).length + 1;
