// The days for which the sample catalogue's prices were noted (YYYY-MM-DD), by where the figures come from.

/** US dollars for 1 million tokens, from the public serverless price list of a hosted service that speaks this interface. */
export const SERVERLESS = '2026-07-02';

/** US cents a minute for one card, from such a service's public dedicated price list; more cards cost so many times as much. */
export const DEDICATED = '2026-07-07';

/** An older such list, noted in January 2025 (the day was not kept), which names two A100 SXM cards only: one is half. */
export const DEDICATED_2025 = '2025-01-01';

/** A sample figure of Inferdeck's own, so that the tables have something plausible to compare; no vendor asks for this. */
export const OWN_FIGURE = '2026-07-07';
