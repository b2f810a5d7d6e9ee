// The models that the service lists, and the one that is asked.
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '#api/queries.ts';
import type { Model } from '#api/schema/model.ts';
import { isSampleModel } from '#api/schema/price.ts';
import { useClient } from '#connection/use-client.ts';
import { formatCount } from '#lib/format.ts';
import { readTokenPrices, type TokenPrices } from '#pricing/completion-cost.ts';
import { useTokenUnit } from '#pricing/units.ts';
import type { PickerGroup } from '#ui/PickerList.tsx';

/** @param chosen the draft's model; empty until a person chooses: then it is the newcomer's */
export function useModel(chosen: string): { model: string; models: readonly Model[]; isLoading: boolean } {
  const query = useQuery(modelsQuery(useClient()));
  const models = query.data?.items ?? [];
  return { model: chosen || (defaultModel(models)?.id ?? ''), models, isLoading: query.isPending };
}

/** What the service lists of one model, and its prices in the unit in which they are read; null where it states none. */
export function useTokenPrices(id: string): {
  readonly model: Model | undefined;
  readonly prices: TokenPrices | null;
} {
  const unit = useTokenUnit((state) => state.unit);
  const model = useModel(id).models.find((each) => each.id === id);
  return { model, prices: readTokenPrices(model?.pricing, unit) };
}

/** The heading over entries that have no model behind them. */
export const SAMPLE_GROUP = 'Samples (not runnable)';

/** Types that complete text; a model of another type can be named all the same. */
const textTypes: ReadonlySet<string> = new Set(['language', 'code', 'chat']);

/**
 * A group a type in the service's order; models that complete no text are not offered. Where the service lists samples,
 * the others are said to be available, and the samples are one group at the end.
 */
export function groupModels(models: readonly Model[]): readonly PickerGroup[] {
  const offered = models.filter(mayCompleteText);
  const samples = offered.filter((model) => isSampleModel(model));
  const byType = new Map<string, Model[]>();
  for (const model of offered.filter((each) => !isSampleModel(each))) {
    const type = model.type || 'other';
    const own = byType.get(type);
    if (own) own.push(model);
    else byType.set(type, [model]);
  }
  const prefix = samples.length > 0 ? 'Available: ' : '';
  const groups = [...byType].map(([type, own]) => toGroup(`${prefix}${type}`, own));
  return samples.length > 0 ? [...groups, toGroup(SAMPLE_GROUP, samples)] : groups;
}

/** The model of a newcomer: the first that runs and completes text, else the first of unknown type; never a sample. */
export function defaultModel(models: readonly Model[]): Model | undefined {
  const real = models.filter((model) => !isSampleModel(model));
  return real.find(completesText) ?? real.find(({ type }) => !type) ?? real[0];
}

/** Muted words beside a model's name: `131,072 context`, and its type where it completes no text. */
export function describeModel(model: Model): string {
  const { context_length: context, type = '' } = model;
  const words = [
    ...(context === undefined ? [] : [`${formatCount(context)} context`]),
    ...(context === undefined || !mayCompleteText(model) ? [type] : []),
  ];
  return words.filter((word) => word !== '').join(' · ');
}

function completesText({ type = '' }: Model): boolean {
  return textTypes.has(type.toLowerCase());
}

/** A model without a type is not moved behind those that complete text: it may be one of them. */
function mayCompleteText(model: Model): boolean {
  return !model.type || completesText(model);
}

/** One group of models in their order. */
export function toGroup(label: string, models: readonly Model[]): PickerGroup {
  return { label, options: models.map((model) => ({ value: model.id, detail: describeModel(model) })) };
}
