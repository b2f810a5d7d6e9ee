// Where the sample catalogue's prices come from: each carries the day and the source of its figure.

/** Day and origin of a price. */
export interface PriceNote {
  /** YYYY-MM-DD, the day for which the price was noted. */
  readonly date: string;
  /** One sentence for whoever reads the code or asks what a figure is worth. */
  readonly source: string;
}

/** US dollars for 1 million tokens, as a hosted service of this interface published them. */
export const SERVERLESS: PriceNote = {
  date: '2026-07-02',
  source: 'Public serverless price list of a hosted service that speaks this interface.',
};

/** US cents a minute for one card, as a hosted service of this interface published them. */
export const DEDICATED: PriceNote = {
  date: '2026-07-07',
  source: 'Public dedicated price list of a hosted service that speaks this interface.',
};

/** The same list says that the price grows with the number of cards. */
export const DEDICATED_TIMES_COUNT: PriceNote = {
  date: '2026-07-07',
  source: 'The public dedicated price of one card, times the number of cards.',
};

/** An older list, which names two A100 cards only. */
export const DEDICATED_2025: PriceNote = {
  date: '2025-01-01',
  source: 'Public dedicated price of two A100 SXM cards, noted in January 2025; the day was not kept.',
};

/** Half of what the older list says for two. */
export const DEDICATED_2025_HALF: PriceNote = {
  date: '2025-01-01',
  source: 'Half of the public dedicated price of two A100 SXM cards, noted in January 2025.',
};

/** No vendor asks for this: chosen here so that the tables have something plausible to compare. */
export const OWN_FIGURE: PriceNote = {
  date: '2026-07-07',
  source: 'A sample figure of Inferdeck’s own; no vendor’s price.',
};
