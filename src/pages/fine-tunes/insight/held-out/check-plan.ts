// What a held-out check will send and cost at most, before anything is sent.
import type { Model } from '#api/schema/model.ts';
import { addBounds, boundDollars, boundRequest, pricedModel } from '#pricing/completion-cost.ts';
import type { TokenUnit } from '#pricing/units.ts';
import type { Sample } from './samples.ts';
import { echoRequest } from './score-echo.ts';

/** The bill before the check. */
export interface CheckPlan {
  readonly requests: number;
  /** Tokens at most, in and out. */
  readonly tokens: number;
  /** Dollars at most for those models whose prices are known; null where none is. */
  readonly dollars: number | null;
  /** Models whose price is not known. */
  readonly unpriced: readonly string[];
}

/** One request for each sample and model. A checkpoint that is not listed has no price of its own, and none is made up for it. */
export function planCheck(
  models: readonly string[],
  samples: readonly Sample[],
  listed: readonly Model[],
  unit: TokenUnit,
): CheckPlan {
  const nothingKnown = { prices: null, contextLength: null };
  const each = addBounds(samples.map(({ text }) => boundRequest(echoRequest('', text), nothingKnown)));
  const costs = models.map((model) => ({
    model,
    dollars: boundDollars(each, pricedModel(listed, model, unit).prices),
  }));
  const known = costs.flatMap(({ dollars }) => dollars ?? []);
  return {
    requests: models.length * samples.length,
    tokens: models.length * (each.tokens ?? 0),
    dollars: known.length === 0 ? null : known.reduce((sum, dollars) => sum + dollars, 0),
    unpriced: costs.filter(({ dollars }) => dollars === null).map(({ model }) => model),
  };
}
