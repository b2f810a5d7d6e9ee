// Token prices of samples, whose unit is known, in the unit chosen for the others.
import { toTwelveDigits } from '#lib/format.ts';
import { isSampleModel, type Model } from '#api/schema/model.ts';
import { priceNumber } from './money.ts';
import { dollarsPerToken, tokenUnits, type TokenUnit } from './units.ts';

/** The same array in the unit of the samples. */
export function withSamplesIn(models: readonly Model[], unit: TokenUnit): readonly Model[] {
  return unit.id === tokenUnits[0].id
    ? models
    : models.map((model) => (isSampleModel(model) ? restated(model, tokenUnits[0], unit) : model));
}

/** Its token prices, read in one unit, as another states them. */
export function restated(model: Model, readIn: TokenUnit, unit: TokenUnit): Model {
  const factor = dollarsPerToken(1, readIn) / dollarsPerToken(1, unit);
  const pricing = { ...model.pricing };
  for (const field of ['input', 'output', 'finetune'] as const) {
    const price = priceNumber(pricing[field]);
    // 0.6 × 0.1 is 0.06 but for its last digit.
    if (price !== null) pricing[field] = toTwelveDigits(price * factor);
  }
  return { ...model, pricing };
}
