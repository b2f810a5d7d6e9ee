// Types of the sample catalogue's models, and the dates of its prices.

export const modelTypes = ['chat', 'language', 'code', 'image', 'embedding', 'moderation', 'rerank'] as const;

type SampleModelType = (typeof modelTypes)[number];

/** 0 where a model is not sold that way. */
interface SamplePricing {
  /** US dollars per 1 million tokens. 0 and 0: dedicated hardware only, or not priced by tokens. */
  readonly input: number;
  readonly output: number;
  /** US dollars per hour on the cheapest sample hardware that holds it; for models that are dedicated only. */
  readonly hourly?: number;
  /** US dollars per image. */
  readonly base?: number;
  /** US dollars per 1 million training tokens: always a made-up sample figure. */
  readonly finetune?: number;
}

/** Name, licence, context and size are public facts of the published weights. */
export interface SampleModel {
  readonly id: string;
  readonly type: SampleModelType;
  /** Without the sample label. */
  readonly name: string;
  readonly organization: string;
  readonly license: string;
  /** Day the weights were published, YYYY-MM-DD. */
  readonly released: string;
  /** Exact, in tokens; for an image model, the longest prompt of its text encoder. */
  readonly contextLength: number;
  /** GB (10^9 bytes) of weights in the precision usually served. */
  readonly weightsGb: number;
  readonly pricing: SamplePricing;
  /** YYYY-MM-DD, the day on which every price but `finetune` was noted. */
  readonly priceDate: string;
}

/** US dollars per 1 million tokens, from the public serverless price list of a hosted service with this API. */
export const serverless = '2026-07-02';

/**
 * US cents per minute for one card, from such a service's public dedicated price list; n cards cost n times as much.
 */
export const dedicated = '2026-07-07';

/** An older list, noted in January 2025 (exact day unknown), which only prices two A100 SXM cards: one is half. */
export const dedicated2025 = '2025-01-01';

/** A plausible made-up figure for comparison; no vendor's price. */
export const ownFigure = '2026-07-07';
