// Model to compare another one with.
import type { Model } from '#api/schema/model.ts';
import { groupModels, sampleGroup } from '#pages/playground/parameters/use-model.ts';

/** The first other one that runs, a checkpoint last; or empty. */
export function otherModel(models: readonly Model[], than: string): string {
  const options = groupModels(models).flatMap((group) => (group.label === sampleGroup ? [] : group.options));
  return options.find(({ value }) => value !== than)?.value ?? '';
}
