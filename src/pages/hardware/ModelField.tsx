// For which model availability is asked, how old the answer is, and a button that asks again.
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '#api/queries.ts';
import { useClient } from '#connection/use-client.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { modelGroups } from './model-options.ts';

interface ModelFieldProps {
  model: string | null;
  onModel: (model: string | null) => void;
}

/** Any name can be typed; the service says whether it knows it. */
export function ModelField({ model, onModel }: ModelFieldProps) {
  const models = useQuery(modelsQuery(useClient()));
  return (
    <div className="flex min-w-0 items-center gap-2 max-tablet:w-full">
      <span className="shrink-0 text-muted">For model</span>
      {/* Its share of the row: a width in percent has none of its own beside the label. */}
      <div className="flex min-w-0 tablet:min-w-60">
        <Combobox
          label="For model"
          value={model ?? ''}
          onValue={(value) => onModel(value.trim() === '' ? null : value.trim())}
          groups={modelGroups(models.data?.items ?? [])}
          emptyText={models.isPending ? 'loading models' : 'Any model'}
        />
      </div>
      {model !== null && <IconButton icon="cross" label="Clear model" onClick={() => onModel(null)} />}
    </div>
  );
}
