// Fine-tuning bench: duration, speed, loss.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Random } from '#lib/random.ts';
import { writeWeatherReport } from '#tools/base-model/mixture.ts';
import { baseModelFile } from '#service/engine/start-worker.ts';
import { makeFolder, processorMs } from './resources.ts';
import { atMost, type BenchRow } from './row.ts';
import type { FineTuneEvent, FineTunePlan } from '#service/engine/fine-tuning/contract.ts';
import { startFineTune } from '#service/engine/fine-tuning/fine-tuning.ts';

const [trainingReports, validationReports] = [800, 80];

/** 300 steps of 8 × 128 tokens, in about 90 s. */
export async function benchFineTuning(): Promise<BenchRow[]> {
  await using folder = await makeFolder();
  const before = processorMs();
  const { events, seconds } = await train(await writePlan(folder.path));
  const steps = events.filter((event) => event.kind === 'step');
  const evaluation = events.findLast((event) => event.kind === 'evaluation');
  return [
    { name: 'fine-tune of 300 steps', value: seconds, unit: 's', cpuMs: processorMs() - before },
    { name: 'fine-tune: tokens', value: (steps.at(-1)?.tokens ?? 0) / seconds, unit: 'tokens/s' },
    { name: 'fine-tune: loss of the first step', value: steps[0]?.loss ?? NaN, unit: 'nats' },
    atMost('fine-tune: evaluation loss', evaluation?.loss ?? NaN, 'nats', 0.375),
  ];
}

async function writePlan(folder: string): Promise<FineTunePlan> {
  const random = new Random(11);
  const write = async (name: string, count: number): Promise<string> => {
    const lines = Array.from({ length: count }, () => JSON.stringify({ text: writeWeatherReport(random) }));
    await writeFile(join(folder, name), lines.join('\n'));
    return join(folder, name);
  };
  return {
    baseFile: baseModelFile,
    trainingFile: await write('training.jsonl', trainingReports),
    validationFile: await write('validation.jsonl', validationReports),
    nEpochs: 3,
    batchSize: 'max',
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
    outputFolder: join(folder, 'output'),
  };
}

async function train(plan: FineTunePlan): Promise<{ events: readonly FineTuneEvent[]; seconds: number }> {
  const events: FineTuneEvent[] = [];
  const started = performance.now();
  const run = startFineTune(plan, (event) => {
    events.push(event);
    if (event.kind === 'failed') throw new Error(event.message);
  });
  while (!events.some(({ kind }) => kind === 'done')) await setTimeout(50);
  const seconds = (performance.now() - started) / 1000;
  await run.stop();
  return { events, seconds };
}
