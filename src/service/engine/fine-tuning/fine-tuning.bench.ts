// How long a fine-tune takes on this machine, what it reaches, and how long completions wait beside it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { quantile } from '#lib/quantile.ts';
import { Random } from '#lib/random.ts';
import { writeWeatherReport } from '#service/engine/corpus/weather-report.ts';
import type { BenchRow } from '#service/engine/engine.bench.ts';
import { BASE_MODEL, startEngine, type Engine } from '#service/engine/engine.ts';
import { bundledWeights } from '#service/engine/start-worker.ts';
import type { FineTuneEvent, FineTunePlan } from './contract.ts';
import { startFineTune } from './fine-tuning.ts';

const [TRAINING_REPORTS, VALIDATION_REPORTS] = [800, 80];
const IDLE_COMPLETIONS = 100;

/** 300 steps of 8 × 128 tokens over weather reports, with completions all the time. About two minutes. */
export async function benchFineTuning(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inferdeck-bench-'));
  const engine = await startEngine();
  try {
    const plan = await writePlan(folder);
    const idle: number[] = [];
    for (let run = 0; run < IDLE_COMPLETIONS; run++) idle.push(await waitForFirstToken(engine, run));
    const { events, seconds, waits } = await train(plan, engine);
    const steps = events.filter((event) => event.kind === 'step');
    const evaluation = events.findLast((event) => event.kind === 'evaluation');
    const busy = quantileOf(waits, 0.99);
    return [
      { name: 'fine-tune of 300 steps', value: seconds, unit: 's' },
      { name: 'fine-tune: tokens', value: (steps.at(-1)?.tokens ?? 0) / seconds, unit: 'tokens/s' },
      { name: 'fine-tune: loss of the first step', value: steps[0]?.loss ?? NaN, unit: 'nats' },
      { name: 'fine-tune: evaluation loss', ...atMost(evaluation?.loss ?? NaN, 0.375), unit: 'nats' },
      { name: 'first token, idle, p50', value: quantileOf(idle, 0.5), unit: 'ms' },
      { name: 'first token, idle, p99', value: quantileOf(idle, 0.99), unit: 'ms' },
      { name: 'first token, training, p50', value: quantileOf(waits, 0.5), unit: 'ms' },
      { name: 'first token, training, p99', ...atMost(busy, 100), unit: 'ms' },
    ];
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writePlan(folder: string): Promise<FineTunePlan> {
  const random = new Random(11);
  const write = async (name: string, count: number): Promise<string> => {
    const lines = Array.from({ length: count }, () => JSON.stringify({ text: writeWeatherReport(random) }));
    await writeFile(join(folder, name), lines.join('\n'));
    return join(folder, name);
  };
  return {
    baseFile: bundledWeights('tale-1m.bin'),
    trainingFile: await write('training.jsonl', TRAINING_REPORTS),
    validationFile: await write('validation.jsonl', VALIDATION_REPORTS),
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

/** Runs the plan, asking for completions from its first step to its last. */
async function train(
  plan: FineTunePlan,
  engine: Engine,
): Promise<{ events: readonly FineTuneEvent[]; seconds: number; waits: readonly number[] }> {
  const events: FineTuneEvent[] = [];
  const waits: number[] = [];
  const started = performance.now();
  const run = startFineTune(plan, (event) => {
    events.push(event);
    if (event.kind === 'failed') throw new Error(event.message);
  });
  const has = (kind: FineTuneEvent['kind']): boolean => events.some((event) => event.kind === kind);
  while (!has('done')) {
    if (has('step')) waits.push(await waitForFirstToken(engine, waits.length));
    await setTimeout(50);
  }
  const seconds = (performance.now() - started) / 1000;
  await run.stop();
  return { events, seconds, waits };
}

/** Milliseconds from the request to the first of its 20 tokens. */
async function waitForFirstToken(engine: Engine, seed: number): Promise<number> {
  const started = performance.now();
  let waitMs: number | null = null;
  const request = {
    model: BASE_MODEL,
    prompt: 'Once upon a time there was',
    maxTokens: 20,
    stop: [],
    temperature: 0.7,
    topP: 1,
    topK: 0,
    minP: 0,
    repetitionPenalty: 1,
    presencePenalty: 0,
    frequencyPenalty: 0,
    logitBias: new Map(),
    seed,
    n: 1,
    echo: false,
    pace: null,
  };
  for await (const events of engine.complete(request, new AbortController().signal))
    if (events.length > 0) waitMs ??= performance.now() - started;
  return waitMs ?? NaN;
}

const atMost = (value: number, limit: number): { value: number; bar: string; pass: boolean } => ({
  value,
  bar: `at most ${limit}`,
  pass: value <= limit,
});

const quantileOf = (values: readonly number[], q: number): number =>
  quantile(Float64Array.from(values), q) ?? NaN;
