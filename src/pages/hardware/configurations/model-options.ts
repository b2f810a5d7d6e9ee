// Model picker options.
import { type Model, isSampleModel, mayCompleteText } from '#api/schema/model.ts';
import { billedPricing } from '#pricing/dedicated.ts';
import { priceNumber } from '#pricing/money.ts';
import type { PickerGroup } from '#ui/PickerList.tsx';

/** In the service's order. */
function textFirst(models: readonly Model[]): readonly Model[] {
  return [...models.filter(mayCompleteText), ...models.filter((model) => !mayCompleteText(model))];
}

/** A service's own checkpoints, without prices, would fill the list. */
export function pricedFirst(models: readonly Model[]): readonly Model[] {
  const sorted = textFirst(models);
  return [...sorted.filter(hasTokenPrice), ...sorted.filter((model) => !hasTokenPrice(model))];
}

function hasTokenPrice(model: Model): boolean {
  const pricing = billedPricing(model);
  const [input, output] = [priceNumber(pricing?.input), priceNumber(pricing?.output)];
  return input !== null && output !== null && input + output > 0;
}

export function modelGroups(models: readonly Model[]): readonly PickerGroup[] {
  const groups = [
    { label: 'Chat, text and code', models: models.filter(mayCompleteText) },
    { label: 'Others', models: models.filter((model) => !mayCompleteText(model)) },
  ];
  return groups.flatMap(({ label, models: own }) =>
    own.length === 0
      ? []
      : [{ label, options: own.map((model) => ({ value: model.id, detail: detailOf(model) })) }],
  );
}

function detailOf(model: Model): string {
  return [model.type ?? '', isSampleModel(model) ? 'sample' : ''].filter(Boolean).join(' · ');
}
