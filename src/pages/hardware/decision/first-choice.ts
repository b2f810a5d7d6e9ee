// What is compared before anybody has chosen: something that has a price on both sides.
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import { textFirst } from '#pages/hardware/model-options.ts';
import { listedPrice } from '#pricing/rate.ts';
import { priceNumber } from '#pricing/stated-price.ts';

/** The id of the first model whose tokens cost something; of the first at all where none does; null without models. */
export function firstModel(models: readonly Model[]): string | null {
  const sorted = textFirst(models);
  const priced = sorted.find(
    ({ pricing }) => (priceNumber(pricing?.input) ?? 0) + (priceNumber(pricing?.output) ?? 0) > 0,
  );
  return (priced ?? sorted[0])?.id ?? null;
}

/**
 * The id of the first configuration that bills something and is offered for the model; else of the first that bills,
 * else of the first at all; null without any.
 * @param offered ids that the service offers for the model; null where it has not said
 */
export function firstHardware(all: readonly Hardware[], offered: ReadonlySet<string> | null): string | null {
  const billed = all.filter((hardware) => {
    const price = listedPrice(hardware);
    return price.kind === 'listed' && price.centsPerMinute > 0;
  });
  const first = billed.find(({ id }) => offered?.has(id)) ?? billed[0] ?? all[0];
  return first?.id ?? null;
}
