// Fine-tuning bench: duration, loss, completion latency meanwhile, upload pauses.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Random } from '#lib/random.ts';
import { writeWeatherReport } from '#tools/base-model/mixture.ts';
import { toEngineRequest } from '#service/completions/request.ts';
import { baseModel, startEngine, type Engine } from '#service/engine/engine.ts';
import { layoutOf } from '#service/engine/model/shape.ts';
import { bundledWeights } from '#service/engine/start-worker.ts';
import { decodeWeightFile, encodeWeightFile } from '#service/engine/model/weight-file.ts';
import { atMost, quantileOf, type BenchRow } from './row.ts';
import type { FineTuneEvent, FineTunePlan } from '#service/engine/fine-tuning/contract.ts';
import { convertModel, startFineTune } from '#service/engine/fine-tuning/fine-tuning.ts';

const [trainingReports, validationReports] = [800, 80];
const idleCompletions = 100;

/** A model of 37 MB in half floats. */
const large = { vocabulary: 1024, width: 384, layers: 10, heads: 12, hidden: 1056, context: 512 };

/**
 * 300 steps of 8 × 128 tokens over weather reports, with completions all the time; then a large upload. About two
 * minutes.
 */
export async function benchFineTuning(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inferdeck-bench-'));
  const engine = await startEngine();
  try {
    const plan = await writePlan(folder);
    const idle: number[] = [];
    for (let run = 0; run < idleCompletions; run++) idle.push(await waitForFirstToken(engine, run));
    const { events, seconds, waits } = await train(plan, engine);
    const steps = events.filter((event) => event.kind === 'step');
    const evaluation = events.findLast((event) => event.kind === 'evaluation');
    const busy = quantileOf(waits, 0.99);
    const upload = await convertLarge(folder);
    return [
      { name: 'fine-tune of 300 steps', value: seconds, unit: 's' },
      { name: 'fine-tune: tokens', value: (steps.at(-1)?.tokens ?? 0) / seconds, unit: 'tokens/s' },
      { name: 'fine-tune: loss of the first step', value: steps[0]?.loss ?? NaN, unit: 'nats' },
      atMost('fine-tune: evaluation loss', evaluation?.loss ?? NaN, 'nats', 0.375),
      { name: 'first token, idle, p50', value: quantileOf(idle, 0.5), unit: 'ms' },
      atMost('first token, idle, p99', quantileOf(idle, 0.99), 'ms', 50),
      { name: 'first token, training, p50', value: quantileOf(waits, 0.5), unit: 'ms' },
      atMost('first token, training, p99', busy, 'ms', 100),
      { name: 'model file of 37 MB, checked and converted', value: upload.seconds, unit: 's' },
      atMost('model file of 37 MB: longest pause', upload.pauseMs, 'ms', 100),
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

/** Runs the plan, with completions from its first step to its last. */
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

/** How long a large model file takes, and the longest pause of the main thread. */
async function convertLarge(folder: string): Promise<{ seconds: number; pauseMs: number }> {
  const base = decodeWeightFile(await readFile(bundledWeights('tale-1m.bin')));
  const weights = new Float32Array(layoutOf(large).total).fill(0.1);
  const source = join(folder, 'large.bin');
  await writeFile(source, encodeWeightFile({ ...base, shape: large, weights }));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const started = performance.now();
  delay.enable();
  await convertModel({ source, target: join(folder, 'converted.bin') }, new AbortController().signal);
  delay.disable();
  return { seconds: (performance.now() - started) / 1000, pauseMs: delay.max / 1e6 };
}

/** Milliseconds from the request to the first of its 20 tokens. */
async function waitForFirstToken(engine: Engine, seed: number): Promise<number> {
  const started = performance.now();
  let waitMs: number | null = null;
  const wire = { model: baseModel, prompt: 'Once upon a time there was', max_tokens: 20 };
  const request = toEngineRequest(wire, { seed, pace: null });
  for await (const events of engine.complete(request, new AbortController().signal))
    if (events.length > 0) waitMs ??= performance.now() - started;
  return waitMs ?? NaN;
}
