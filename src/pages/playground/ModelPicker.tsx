// Which model to ask: those that the service lists, and any other name.
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import { Combobox } from '#ui/Combobox.tsx';
import type { PickerGroup } from '#ui/picker-options.ts';
import { changeDraft } from './draft-store.ts';

interface ModelPickerProps {
  value: string;
  models: readonly Model[];
  isLoading: boolean;
}

/** Says the chosen model and its context. */
export function ModelPicker({ value, models, isLoading }: ModelPickerProps) {
  const record = models.find((model) => model.id === value);
  return (
    <Combobox
      label="Model"
      value={value}
      onValue={(model) => changeDraft({ model })}
      groups={groupModels(models)}
      {...(record && { detail: describe(record) })}
      emptyText={isLoading ? 'loading models' : 'choose a model'}
    />
  );
}

function groupModels(models: readonly Model[]): PickerGroup[] {
  const groups = new Map<string, Model[]>();
  for (const model of models) {
    const type = model.type ?? 'other';
    groups.set(type, [...(groups.get(type) ?? []), model]);
  }
  return [...groups].map(([label, own]) => ({
    label,
    options: own.map((model) => ({ value: model.id, detail: describe(model) })),
  }));
}

function describe({ context_length: context, type }: Model): string {
  return context === undefined ? (type ?? '') : `${formatCount(context)} context`;
}
