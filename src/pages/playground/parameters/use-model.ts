// Model list: default, prices, picker groups.
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '#api/queries.ts';
import { type Model, isNumbered, isSampleModel, mayCompleteText, readableFirst } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';
import { formatCount } from '#lib/format.ts';
import { readTokenPrices, type TokenPrices } from '#pricing/completion-cost.ts';
import { useTokenUnit } from '#pricing/units.ts';
import type { PickerGroup } from '#ui/PickerList.tsx';

/** @param chosen empty for the default model */
export function useModel(chosen: string): { model: string; models: readonly Model[]; isLoading: boolean } {
  const query = useQuery(modelsQuery(useClient()));
  const models = query.data?.items ?? noModels;
  return { model: chosen || (defaultModel(models)?.id ?? ''), models, isLoading: query.isPending };
}

/** Of a picker without a model. */
export function usePickerText(): string {
  const { isPending, isLoadingError } = useQuery(modelsQuery(useClient()));
  if (isPending) return 'Loading models';
  return isLoadingError ? 'Models failed to load' : 'Choose a model';
}

const noModels: readonly Model[] = [];

/** In the chosen unit. */
export function useTokenPrices(id: string): {
  readonly model: Model | undefined;
  readonly prices: TokenPrices | null;
} {
  const unit = useTokenUnit((state) => state.unit);
  const model = useModel(id).models.find((each) => each.id === id);
  return { model, prices: readTokenPrices(model?.pricing, unit) };
}

export const sampleGroup = 'Samples (not runnable)';

/** Others can be typed. By type in the service's order, ids that are numbers behind those that can be read, samples last. */
export function groupModels(
  models: readonly Model[],
  isOffered: (model: Model) => boolean = mayCompleteText,
): readonly PickerGroup[] {
  const offered = readableFirst(models.filter(isOffered));
  const samples = offered.filter((model) => isSampleModel(model));
  const byType = new Map<string, Model[]>();
  for (const model of offered.filter((each) => !isSampleModel(each))) {
    const type = model.type || 'other';
    byType.set(type, [...(byType.get(type) ?? []), model]);
  }
  const prefix = samples.length > 0 ? 'Available: ' : '';
  const groups = [...byType].map(([type, own]) => toGroup(`${prefix}${type}`, own));
  return samples.length > 0 ? [...groups, toGroup(sampleGroup, samples)] : groups;
}

/** Models that complete text, then unknown types; never a sample. */
export function defaultModel(models: readonly Model[]): Model | undefined {
  const real = models.filter((model) => !isSampleModel(model));
  const completing = real.filter(mayCompleteText);
  return completing.find(({ type }) => type) ?? completing[0] ?? real[0];
}

/** A number says nothing of a fine-tune. */
export function modelName(model: Model): string {
  return (isNumbered(model) && model.display_name) || model.id;
}

/** `131,072 context`, or the type; after the name where the id is a number. */
export function describeModel(model: Model, isNamed = isNumbered(model)): string {
  const { display_name: name = '', context_length: context, type = '' } = model;
  const words = [
    isNamed ? name : '',
    context === undefined ? '' : `${formatCount(context)} context`,
    context !== undefined && mayCompleteText(model) ? '' : type,
  ];
  return words.filter(Boolean).join(' · ');
}

function toGroup(label: string, models: readonly Model[]): PickerGroup {
  return { label, options: models.map((model) => ({ value: model.id, detail: describeModel(model) })) };
}
