// Engine bench, in processor time.
import { readFileSync } from 'node:fs';
import { Random } from '#lib/random.ts';
import { processorMs } from './resources.ts';
import { atLeast, type BenchRow } from './row.ts';
import { toEngineRequest } from '#service/completions/request.ts';
import { baseModel, startEngine, type Engine, type EngineRequest } from '#service/engine/engine.ts';
import { pagesFor, consecutiveRows, Decoder } from '#service/engine/model/decoder.ts';
import { Trainer } from '#service/engine/model/trainer.ts';
import { baseModelFile } from '#service/engine/start-worker.ts';
import { decodeWeightFile } from '#service/engine/model/weight-file.ts';

const benchRequest = toEngineRequest(
  { model: baseModel, prompt: 'Once upon a time', max_tokens: 200 },
  { seed: 1, pace: null },
);

export async function benchEngine(): Promise<BenchRow[]> {
  const engine = await startEngine();
  // Forbids the end token: equal lengths.
  const logitBias = new Map([[(engine.models()[0]?.vocabSize ?? 0) - 1, -100]]);
  const request = { ...benchRequest, logitBias };
  await complete(engine, { ...request, n: 16 });

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
  const [reading, training] = [prefillSpeed(), trainingSpeed()];
  const [one, many, all] = [single, batched, filtered].map(({ tokens, ms }) => (tokens / ms) * 1000);
  return [
    speed('one stream', one ?? 0),
    speed('16 streams together', many ?? 0),
    speed('16 streams, all filters', all ?? 0),
    speed('reading a prompt', reading),
    speed('training', training),
    atLeast('engine: 16 streams to one', (many ?? 0) / (one ?? 0), '×', 1.3),
    atLeast('engine: all filters to none', (all ?? 0) / (many ?? 0), '×', 0.5),
    atLeast('engine: reading to 16 streams', reading / (many ?? 0), '×', 1.2),
    atLeast('engine: training to reading', training / reading, '×', 0.25),
  ];
}

const speed = (name: string, value: number): BenchRow => ({
  name: `engine: ${name}`,
  value,
  unit: 'tokens/s',
});

async function complete(engine: Engine, request: EngineRequest): Promise<{ ms: number; tokens: number }> {
  const began = processorMs();
  let tokens = 0;
  for await (const events of engine.complete(request, new AbortController().signal))
    tokens += events.filter(({ kind }) => kind === 'token').length;
  return { ms: processorMs() - began, tokens };
}

function prefillSpeed(): number {
  const { shape, weights } = decodeWeightFile(readFileSync(baseModelFile));
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
  const { shape, weights } = decodeWeightFile(readFileSync(baseModelFile));
  const [batch, length] = [8, 128];
  const trainer = new Trainer(shape, weights, { batch, length });
  const random = new Random(1);
  const tokens = Int32Array.from({ length: batch * length }, () => random.below(shape.vocabulary));
  const options = { learningRate: 1e-5, weightDecay: 0, maxGradNorm: 1 };
  return perSecond(batch * length, () => {
    trainer.step([{ tokens, targets: tokens }], options);
  });
}

/** Of processor time, after a warm-up. */
function perSecond(count: number, work: () => void): number {
  work();
  const began = processorMs();
  let runs = 0;
  do {
    work();
    runs++;
  } while (processorMs() - began < 1000);
  return (runs * count * 1000) / (processorMs() - began);
}
