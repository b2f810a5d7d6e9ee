// Looking through a training file before a job is made of it.
import { readFile, stat } from 'node:fs/promises';
import { bundledWeights } from '#service/engine/start-worker.ts';
import { Tokenizer } from '#service/engine/tokenizer/tokenizer.ts';
import { readModelFacts } from '#service/engine/weights/weight-file.ts';
import type { FileReport, LineProblem } from './contract.ts';
import { readExamples, type Example } from './examples.ts';

const MAX_PROBLEMS = 100;

let loading: Promise<Tokenizer> | null = null;

/** Reads the whole file, in pieces that leave time for other work. Rejects with the file system's error. */
export async function inspectTrainingFile(file: string): Promise<FileReport> {
  const { size } = await stat(file);
  const tokenizer = await (loading ??= loadTokenizer());
  const problems: LineProblem[] = [];
  let [lines, tokens, problemCount] = [0, 0, 0];
  const note = (problem: LineProblem): void => {
    problemCount++;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
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

/** Every model here has the tokenizer of the base model. */
async function loadTokenizer(): Promise<Tokenizer> {
  const { tokenizer } = readModelFacts(await readFile(bundledWeights('tale-1m.bin')));
  return new Tokenizer(tokenizer);
}

/** Prompt and completion are encoded each for itself, as when a model is asked; then comes `<|end|>`. */
const countTokens = (tokenizer: Tokenizer, { prompt, completion }: Example): number =>
  tokenizer.encode(prompt).length + tokenizer.encode(completion).length + 1;
