// What the sample catalogue knows of a hosted model that does not run here.

/** The kinds of model that the interface document names. */
export const modelTypes = ['chat', 'language', 'code', 'image', 'embedding', 'moderation', 'rerank'] as const;

/** One of the seven. */
type SampleModelType = (typeof modelTypes)[number];

/** Prices in this catalogue's units; 0 where a model is not sold that way. */
interface SamplePricing {
  /** US dollars for 1 million tokens. 0 and 0: dedicated hardware only, or no tokens to pay for. */
  readonly input: number;
  readonly output: number;
  /** US dollars an hour on the cheapest sample hardware that holds it; for models that are dedicated only. */
  readonly hourly?: number;
  /** US dollars an image. */
  readonly base?: number;
  /** US dollars for 1 million training tokens: always a figure of Inferdeck's own. */
  readonly finetune?: number;
}

/** An entry. Name, licence, context and size are public facts of the published weights. */
export interface SampleModel {
  readonly id: string;
  readonly type: SampleModelType;
  /** Without the mark of a sample. */
  readonly name: string;
  readonly organization: string;
  readonly license: string;
  /** Day on which the weights were published, YYYY-MM-DD. */
  readonly released: string;
  /** Tokens, exact; for an image model those of the longest prompt that its text encoder takes. */
  readonly contextLength: number;
  /** GB (10^9 bytes) of the weights in the precision that they are usually served in. */
  readonly weightsGb: number;
  readonly pricing: SamplePricing;
  /** YYYY-MM-DD, the day for which every price but `finetune` was noted. */
  readonly priceDate: string;
}

/** US dollars for 1 million tokens, from the public serverless price list of a hosted service that speaks this interface. */
export const serverless = '2026-07-02';

/** US cents a minute for one card, from such a service's public dedicated price list; more cards cost so many times as much. */
export const dedicated = '2026-07-07';

/** An older such list, noted in January 2025 (the day was not kept), which names two A100 SXM cards only: one is half. */
export const dedicated2025 = '2025-01-01';

/** A sample figure of Inferdeck's own, so that the tables have something plausible to compare; no vendor asks for this. */
export const ownFigure = '2026-07-07';
