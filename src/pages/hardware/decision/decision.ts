// A decision between paying by the token and paying by the minute, as one plain value: prices with their dates, and terms.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(300));
const Stamp = z.string().check(z.maxLength(40));
const Price = z.nullable(z.number().check(z.gte(0), z.lte(1e12)));
const Share = z.number().check(z.gte(0), z.lte(1));

/** Where a throughput comes from: somebody typed it, or a stream of this page showed it at a time. */
const Throughput = z.object({
  tokensPerMinute: z.number().check(z.gt(0), z.lte(1e12)),
  /** ISO 8601; null where it was typed. */
  measuredAt: z.nullable(Stamp),
  /** Which tokens: those that are written, or all of them, read and written. Absent in old links: a stream shows what is written. */
  counts: z.optional(z.enum(['output', 'total'])),
  /** What it was measured on: the id of a configuration, or words; absent where it was typed or is not known. */
  machine: z.optional(Name),
});

/** Whether a throughput counts written tokens alone. */
export function countsOutput({ counts, measuredAt }: z.infer<typeof Throughput>): boolean {
  return counts === undefined ? measuredAt !== null : counts === 'output';
}

/**
 * Tokens a minute of one busy replica, read and written together, as prices and traffic count them; null while not known.
 * Written ones bring `blend` read ones each, and reading them is taken to cost no time.
 */
export function tokensPerReplica({ throughput, blend }: Terms): number | null {
  if (throughput === null) return null;
  return throughput.tokensPerMinute * (countsOutput(throughput) ? blend + 1 : 1);
}

/** What is assumed; all of it is printed beside every result. */
export const Terms = z.object({
  replicas: z.int().check(z.gte(1), z.lte(1000)),
  /** `fixed`: so many run whatever comes. `added`: at least so many, and one more whenever those are full. */
  growth: z.enum(['fixed', 'added']),
  utilisation: z.number().check(z.gt(0), z.lte(1)),
  /** Input tokens that come with each output token. */
  blend: z.number().check(z.gte(0), z.lte(1000)),
  /** Share of the input tokens that a cache answers. */
  cachedShare: Share,
  /** Price of such a token as a share of the input price; null where nobody has said it, and it counts in full. */
  cachedPrice: z.nullable(Share),
  /** Of one replica that is busy; null while it is not known. */
  throughput: z.nullable(Throughput),
  /** Tokens a minute at which both costs are read. */
  traffic: z.number().check(z.gte(0), z.lte(1e12)),
  period: z.enum(['hour', 'month']),
});

/** The assumptions of a decision. */
export type Terms = z.infer<typeof Terms>;

/** A decision; what is not in it, as keys or addresses of services, cannot be handed on with it. */
export const Decision = z.object({
  /** When the prices were read, ISO 8601. */
  at: Stamp,
  model: z.object({
    id: Name,
    /** As the service stated them, in the unit below; null where it states none. */
    input: Price,
    output: Price,
    /** The id of a unit of `token-unit.ts`. */
    unit: z.string().check(z.maxLength(40)),
  }),
  hardware: z.object({
    id: Name,
    centsPerMinute: Price,
    /** When the service last changed the record, in its own words. */
    updatedAt: z.nullable(Stamp),
  }),
  terms: Terms,
  /** What a reader must know of the prices; absent in old links. */
  warnings: z.optional(z.array(z.enum(['not-offered', 'sample-model', 'sample-hardware']))),
});

/** A decision. */
export type Decision = z.infer<typeof Decision>;
