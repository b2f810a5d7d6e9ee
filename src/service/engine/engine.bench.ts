// How fast the engine is on this machine: `npx tsx src/service/engine/engine.bench.ts`, or as part of `npm run bench`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Random } from '#lib/random.ts';
import { BASE_MODEL, startEngine, type Engine, type EngineRequest } from './engine.ts';
import { pagesFor } from './model/cache-pages.ts';
import { consecutiveRows, Decoder } from './model/decoder.ts';
import { Trainer } from './model/trainer.ts';
import { bundledWeights } from './start-worker.ts';
import { decodeWeightFile } from './weights/weight-file.ts';

/** A measured number, for a table of them. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The bar that the figure is held against, in words, and whether it is met; absent without one. */
  readonly bar?: string;
  readonly pass?: boolean;
}

const REQUEST: EngineRequest = {
  model: BASE_MODEL,
  prompt: 'Once upon a time',
  maxTokens: 200,
  stop: [],
  temperature: 0.7,
  topP: 1,
  topK: 0,
  minP: 0,
  repetitionPenalty: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  logitBias: new Map(),
  seed: 1,
  n: 1,
  echo: false,
  pace: null,
};

/** Takes about ten seconds. */
export async function benchEngine(): Promise<BenchRow[]> {
  const started = performance.now();
  const engine = await startEngine();
  const loadMs = performance.now() - started;
  // The bias forbids the end token, so that every run has the same length.
  const logitBias = new Map([[(engine.models()[0]?.vocabSize ?? 0) - 1, -100]]);
  const request = { ...REQUEST, logitBias };
  await complete(engine, { ...request, n: 16 });

  const firstTokens: number[] = [];
  for (let run = 0; run < 15; run++)
    firstTokens.push((await complete(engine, { ...request, maxTokens: 1 })).firstMs);
  const single = await complete(engine, { ...request, maxTokens: 500 });
  const batched = await complete(engine, { ...request, n: 16, maxTokens: 500 });
  const filtered = await complete(engine, {
    ...request,
    n: 16,
    maxTokens: 500,
    topP: 0.9,
    topK: 40,
    repetitionPenalty: 1.1,
  });
  await engine.close();
  return [
    { name: 'engine: start to ready', value: loadMs, unit: 'ms' },
    { name: 'engine: first token, median of 15', value: median(firstTokens), unit: 'ms' },
    { name: 'engine: one stream', value: single.tokensPerSecond, unit: 'tokens/s' },
    { name: 'engine: 16 streams together', value: batched.tokensPerSecond, unit: 'tokens/s' },
    { name: 'engine: 16 streams, all filters', value: filtered.tokensPerSecond, unit: 'tokens/s' },
    { name: 'engine: reading a prompt', value: prefillSpeed(), unit: 'tokens/s' },
    { name: 'engine: training', value: trainingSpeed(), unit: 'tokens/s' },
  ];
}

async function complete(
  engine: Engine,
  request: EngineRequest,
): Promise<{ firstMs: number; tokensPerSecond: number }> {
  const started = performance.now();
  let firstMs = 0;
  let tokens = 0;
  for await (const events of engine.complete(request, new AbortController().signal)) {
    if (firstMs === 0) firstMs = performance.now() - started;
    tokens += events.filter(({ kind }) => kind === 'token').length;
  }
  return { firstMs, tokensPerSecond: (tokens / (performance.now() - started)) * 1000 };
}

function prefillSpeed(): number {
  const { shape, weights } = decodeWeightFile(readFileSync(bundledWeights('tale-1m.bin')));
  const decoder = new Decoder(shape, { slots: 1, pages: pagesFor(shape.context), maxRows: 64 });
  const loaded = decoder.load(weights);
  decoder.cache.reserve(0, shape.context);
  const tokens = Array.from({ length: 64 }, (_, index) => index);
  return perSecond(6 * 64, () => {
    for (let position = 0; position < 6 * 64; position += 64)
      decoder.run(loaded, consecutiveRows(tokens, 0, position), 63);
  });
}

function trainingSpeed(): number {
  const { shape, weights } = decodeWeightFile(readFileSync(bundledWeights('tale-1m.bin')));
  const [batch, length] = [8, 128];
  const trainer = new Trainer(shape, weights, { batch, length });
  const random = new Random(1);
  const tokens = Int32Array.from({ length: batch * length }, () => random.below(shape.vocabulary));
  const options = { learningRate: 1e-5, weightDecay: 0, maxGradNorm: 1 };
  return perSecond(batch * length, () => {
    trainer.step([{ tokens, targets: tokens }], options);
  });
}

/** How many of `count` a second, over at least one second after a first run. */
function perSecond(count: number, work: () => void): number {
  work();
  const started = performance.now();
  let runs = 0;
  do {
    work();
    runs++;
  } while (performance.now() - started < 1000);
  return (runs * count * 1000) / (performance.now() - started);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { name, value, unit } of await benchEngine())
    process.stdout.write(`${name.padEnd(40)} ${value.toFixed(1).padStart(10)} ${unit}\n`);
