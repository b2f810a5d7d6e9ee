// Model picker; accepts any name.
import { useMemo } from 'react';
import { type Model, isSampleModel } from '#api/schema/model.ts';
import { changeDraft } from '#draft/draft-store.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { describeModel, groupModels, modelName, usePickerText } from './use-model.ts';

interface ModelPickerProps {
  value: string;
  models: readonly Model[];
}

export function ModelPicker({ value, models }: ModelPickerProps) {
  const record = models.find((model) => model.id === value);
  const groups = useMemo(() => groupModels(models), [models]);
  return (
    <Combobox
      label="Model"
      value={value}
      name={record ? modelName(record) : value}
      onValue={(model) => changeDraft({ model })}
      groups={groups}
      {...(record
        ? { detail: isSampleModel(record) ? 'sample, not runnable' : describeModel(record, false) }
        : models.length > 0 && { detail: 'not in the list' })}
      emptyText={usePickerText()}
    />
  );
}
