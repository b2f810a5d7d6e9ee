// In which order models are offered, so that a newcomer meets first what will answer.
import type { Model } from '#api/schema/model.ts';
import { isSampleModel } from '#api/schema/price.ts';
import { formatCount } from '#lib/format.ts';
import type { PickerGroup } from '#ui/PickerList.tsx';

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
