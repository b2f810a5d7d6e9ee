// Decision: schema of dated prices and terms, link in the fragment.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { useEffect, useEffectEvent } from 'react';
import { createLinkFragment, type LinkReading } from '#lib/link-fragment.ts';
import { maxBlend } from '#pricing/workload.ts';
import { useWrittenFragment, type OpenedLink } from '#ui/use-link-fragment.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(300));
const Stamp = z.string().check(z.maxLength(40));
const Price = z.nullable(z.number().check(z.gte(0), z.lte(1e12)));
const Share = z.number().check(z.gte(0), z.lte(1));

/** Typed, or measured here. */
const Throughput = z.object({
  tokensPerMinute: z.number().check(z.gt(0), z.lte(1e12)),
  /** ISO 8601; null if typed. */
  measuredAt: z.nullable(Stamp),
  /** Absent in old links: a stream measures output. */
  counts: z.optional(z.enum(['output', 'total'])),
  /** Id of a configuration, or words; of a typed one the model, too, absent in old links. */
  machine: z.optional(Name),
});

export function countsOutput({ counts, measuredAt }: z.infer<typeof Throughput>): boolean {
  return counts === undefined ? measuredAt !== null : counts === 'output';
}

/** What a typed throughput is entered for. */
export function pairInWords(modelId: string, hardwareId: string): string {
  return `${modelId} on ${hardwareId}`;
}

/**
 * Tokens per minute of one busy replica, input and output together, as prices and traffic count them. The
 * `blend` input tokens of each output token are assumed to take no time.
 */
export function tokensPerReplica({ throughput, blend }: Terms): number | null {
  if (throughput === null) return null;
  if (!countsOutput(throughput)) return throughput.tokensPerMinute;
  // Of requests without output it says nothing.
  return blend === maxBlend ? null : throughput.tokensPerMinute * (blend + 1);
}

/** All are printed beside every result. */
export const Terms = z.object({
  replicas: z.int().check(z.gte(1), z.lte(1000)),
  /** `added`: one more whenever those are full. */
  growth: z.enum(['fixed', 'added']),
  utilisation: z.number().check(z.gt(0), z.lte(1)),
  /** Input tokens per output token. */
  blend: z.number().check(z.gte(0), z.lte(maxBlend)),
  /** Of the input. */
  cachedShare: Share,
  /** Share of the input price; null: cached tokens count in full. */
  cachedPrice: z.nullable(Share),
  /** Of one busy replica. */
  throughput: z.nullable(Throughput),
  /** Tokens per minute. */
  traffic: z.number().check(z.gte(0), z.lte(1e12)),
  /** Chosen by the page; absent in old links, too. */
  isExample: z.optional(z.boolean()),
  period: z.enum(['hour', 'month']),
});

export type Terms = z.infer<typeof Terms>;

/** Nothing else: keys or service URLs must never be shared. */
export const Decision = z.object({
  /** ISO 8601. */
  at: Stamp,
  /** Name of the connection whose prices these are; absent in old links. */
  service: z.optional(Name),
  model: z.object({
    id: Name,
    /** As stated, in the unit below. */
    input: Price,
    output: Price,
    /** Only with training tokens entered. */
    finetune: z.optional(Price),
    /** Id of a token unit. */
    unit: z.string().check(z.maxLength(40)),
    /** Writes no tokens. */
    isInputOnly: z.optional(z.boolean()),
  }),
  hardware: z.object({
    id: Name,
    centsPerMinute: Price,
    /** In the service's own words. */
    updatedAt: z.nullable(Stamp),
    /** Entered, whatever the service lists. */
    isQuoted: z.optional(z.boolean()),
    /** Cents a minute, only if quoted; absent in old links, and if the service states none. */
    listed: z.optional(z.number().check(z.gte(0), z.lte(1e12))),
  }),
  terms: Terms,
  warnings: z.optional(
    z.array(
      z.enum([
        'unlisted-model',
        'unlisted-hardware',
        'not-offered',
        'offer-unknown',
        'sample-model',
        'sample-hardware',
      ]),
    ),
  ),
});

export type Decision = z.infer<typeof Decision>;

/** A decision takes about 400 characters. */
export const decisionLink = createLinkFragment({
  name: 'decision',
  version: 1,
  maxLength: 8_000,
  maxBytes: 16_384,
  parse: (value) => Decision.safeParse(value).data,
});

export interface ReadDecision {
  readonly of: OpenedLink;
  /** Null once closed. */
  readonly reading: LinkReading<Decision> | null;
}

/** Kept by the page, which stays while the lists of another connection load. */
export interface OpenedDecision {
  readonly link: OpenedLink | null;
  readonly read: ReadDecision | null;
  readonly onRead: (read: ReadDecision) => void;
}

/** @param onDecision for every link once; the URL loses it with the first change, or once closed */
export function useReadDecision(opened: OpenedDecision, onDecision: (decision: Decision) => void): void {
  const { link, read } = opened;
  const isRead = read?.of === link;
  const arrive = useEffectEvent((of: OpenedLink, reading: LinkReading<Decision>) => {
    opened.onRead({ of, reading });
    if (!reading.ok) return;
    onDecision(reading.value);
    // What the terms are written to has lost it: a reload or a bookmark must open it again.
    history.replaceState(history.state, '', of.fragment);
  });
  useEffect(() => {
    if (link === null || isRead) return undefined;
    let isGone = false;
    const open = async () => {
      const reading = await decisionLink.read(link.fragment);
      if (!isGone) arrive(link, reading);
    };
    void open();
    return () => {
      isGone = true;
    };
  }, [link, isRead]);
}

export function useDecisionLink(decision: Decision): string {
  const fragment = useWrittenFragment(decisionLink.write, decision);
  return fragment && new URL(location.pathname + location.search + fragment, location.origin).href;
}
