// Measured throughput per model.
import { create } from 'zustand';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';

const Sample = z.object({
  /** See `Client.serviceKey`. */
  serviceKey: z.string(),
  model: z.string(),
  /** End, ISO 8601. */
  at: z.string(),
  tokens: z.number(),
  /** First token to last. */
  seconds: z.number(),
  /** Concurrent. */
  choices: z.number(),
});

/** Older builds used another key name. */
const OlderSample = z.pipe(
  z.extend(z.omit(Sample, { serviceKey: true }), { connectionId: z.string() }),
  z.transform(({ connectionId, ...rest }) => ({ ...rest, serviceKey: connectionId })),
);

export type ThroughputSample = z.infer<typeof Sample>;

export interface Throughput {
  readonly tokensPerMinute: number;
  readonly at: string;
  readonly choices: number;
  readonly tokens: number;
  readonly sampleCount: number;
}

/** Fewer tokens measure a run's start rather than its pace. */
const minTokens = 50;

/** Drops the oldest, but never the best. */
const keptPerModel = 20;

const entry = stored({
  key: 'inferdeck.throughput',
  version: 1,
  parse: (value) => z.array(z.union([Sample, OlderSample])).safeParse(value).data ?? null,
  fallback: [],
  storage: () => localStorage,
});

/** Oldest first. */
export const useThroughput = create<{ readonly samples: readonly ThroughputSample[] }>(() => ({
  samples: entry.read(),
}));

entry.follow((samples) => useThroughput.setState({ samples }));

export function noteThroughput(sample: ThroughputSample): void {
  const samples = withSample(useThroughput.getState().samples, sample);
  if (samples === useThroughput.getState().samples) return;
  useThroughput.setState({ samples });
  entry.write([...samples]);
}

/** Ignores short runs. */
export function withSample(
  samples: readonly ThroughputSample[],
  sample: ThroughputSample,
): readonly ThroughputSample[] {
  if (sample.tokens < minTokens || !(sample.seconds > 0)) return samples;
  const isOwn = (other: ThroughputSample) =>
    other.serviceKey === sample.serviceKey && other.model === sample.model;
  const own = samples.filter(isOwn);
  const best = bestOf(own);
  const droppable = own.filter((other) => other !== best);
  const tooMany = new Set(droppable.slice(0, Math.max(0, own.length + 1 - keptPerModel)));
  return [...samples.filter((other) => !tooMany.has(other)), sample];
}

/** Of the best run. */
export function throughputOf(
  samples: readonly ThroughputSample[],
  serviceKey: string,
  model: string,
): Throughput | null {
  const own = samples.filter((sample) => sample.serviceKey === serviceKey && sample.model === model);
  const best = bestOf(own);
  if (best === undefined) return null;
  const { at, choices, tokens } = best;
  return { tokensPerMinute: pace(best), at, choices, tokens, sampleCount: own.length };
}

function bestOf(samples: readonly ThroughputSample[]): ThroughputSample | undefined {
  return samples.toSorted((one, other) => pace(other) - pace(one))[0];
}

/** Tokens per minute. */
function pace({ tokens, seconds }: ThroughputSample): number {
  return (tokens / seconds) * 60;
}
