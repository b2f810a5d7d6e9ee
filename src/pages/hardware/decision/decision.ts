// Decision schema: dated prices and terms of serverless against dedicated.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(300));
const Stamp = z.string().check(z.maxLength(40));
const Price = z.nullable(z.number().check(z.gte(0), z.lte(1e12)));
const Share = z.number().check(z.gte(0), z.lte(1));

/** Typed, or measured from a stream of this page. */
const Throughput = z.object({
  tokensPerMinute: z.number().check(z.gt(0), z.lte(1e12)),
  /** ISO 8601; null if typed. */
  measuredAt: z.nullable(Stamp),
  /** Output tokens only, or input and output. Absent in old links: a stream measures output. */
  counts: z.optional(z.enum(['output', 'total'])),
  /** The machine it was measured on: the id of a configuration, or words; absent if typed or unknown. */
  machine: z.optional(Name),
});

/** True if a throughput counts output tokens alone. */
export function countsOutput({ counts, measuredAt }: z.infer<typeof Throughput>): boolean {
  return counts === undefined ? measuredAt !== null : counts === 'output';
}

/**
 * Tokens per minute of one busy replica, input and output together, as prices and traffic count them; null
 * while unknown. Each output token brings `blend` input tokens, whose processing is assumed to take no time.
 */
export function tokensPerReplica({ throughput, blend }: Terms): number | null {
  if (throughput === null) return null;
  return throughput.tokensPerMinute * (countsOutput(throughput) ? blend + 1 : 1);
}

/** The assumptions; all of them are printed beside every result. */
export const Terms = z.object({
  replicas: z.int().check(z.gte(1), z.lte(1000)),
  /** `fixed`: always this many. `added`: at least this many, and one more whenever those are full. */
  growth: z.enum(['fixed', 'added']),
  utilisation: z.number().check(z.gt(0), z.lte(1)),
  /** Input tokens per output token. */
  blend: z.number().check(z.gte(0), z.lte(1000)),
  /** Share of the input tokens served from a cache. */
  cachedShare: Share,
  /** Price of a cached token as a share of the input price; null if unstated, and it counts in full. */
  cachedPrice: z.nullable(Share),
  /** Of one busy replica; null while unknown. */
  throughput: z.nullable(Throughput),
  /** Tokens per minute at which both costs are read. */
  traffic: z.number().check(z.gte(0), z.lte(1e12)),
  /** True if the page chose the traffic; absent if someone entered it, and in old links. */
  isExample: z.optional(z.boolean()),
  period: z.enum(['hour', 'month']),
});

export type Terms = z.infer<typeof Terms>;

/** Holds nothing else: keys or service URLs must never be shared with it. */
export const Decision = z.object({
  /** When the prices were read, ISO 8601. */
  at: Stamp,
  model: z.object({
    id: Name,
    /** As stated by the service, in the unit below; null if not stated. */
    input: Price,
    output: Price,
    /** The id of a token unit. */
    unit: z.string().check(z.maxLength(40)),
  }),
  hardware: z.object({
    id: Name,
    centsPerMinute: Price,
    /** When the service last changed the record, in its own words. */
    updatedAt: z.nullable(Stamp),
  }),
  terms: Terms,
  warnings: z.optional(z.array(z.enum(['not-offered', 'sample-model', 'sample-hardware']))),
});

export type Decision = z.infer<typeof Decision>;
