// What is compared before anybody has chosen: something that has a price on both sides.
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import { textFirst } from '#pages/hardware/model-options.ts';
import { listedPrice } from '#pricing/rate.ts';

/** The id of the first model whose tokens cost something; of the first at all where none does; null without models. */
export function firstModel(models: readonly Model[]): string | null {
  const sorted = textFirst(models);
  const priced = sorted.find(({ pricing }) => (pricing?.input ?? 0) + (pricing?.output ?? 0) > 0);
  return (priced ?? sorted[0])?.id ?? null;
}

/** The id of the first configuration that bills something; of the first at all where none does; null without any. */
export function firstHardware(all: readonly Hardware[]): string | null {
  const billed = all.find((hardware) => {
    const price = listedPrice(hardware);
    return price.kind === 'listed' && price.centsPerMinute > 0;
  });
  return (billed ?? all[0])?.id ?? null;
}
