// The first lines of a column: its number, its model, what can be done with it, and what it changes.
import type { Model } from '#api/schema/model.ts';
import { fieldMark } from '#pages/playground/field-focus.ts';
import { groupModels } from '#pages/playground/model-groups.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { Difference } from './column.ts';

interface ColumnHeadProps {
  number: number;
  model: string;
  models: readonly Model[];
  isLoading: boolean;
  isPanelOpen: boolean;
  isOnly: boolean;
  isFull: boolean;
  onModel: (model: string) => void;
  onPanel: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** One line. */
export function ColumnHead(props: ColumnHeadProps) {
  const { number, model, models } = props;
  return (
    <div className="flex items-center gap-1">
      <span className="w-5 shrink-0 text-label text-faint">{number}</span>
      <div {...fieldMark('model')} className="flex min-w-0 flex-1">
        <Combobox
          label={`Model of column ${number}`}
          value={model}
          onValue={props.onModel}
          groups={groupModels(models)}
          emptyText={props.isLoading ? 'loading models' : 'choose a model'}
        />
      </div>
      <IconButton
        icon="sliders"
        label={`Parameters of column ${number}`}
        aria-expanded={props.isPanelOpen}
        onClick={props.onPanel}
      />
      <IconButton
        icon="copy"
        label={`Duplicate column ${number} with other parameters`}
        disabled={props.isFull}
        onClick={props.onDuplicate}
      />
      <IconButton
        icon="cross"
        label={`Remove column ${number}`}
        disabled={props.isOnly}
        onClick={props.onRemove}
      />
    </div>
  );
}

interface ColumnDifferencesProps {
  /** There is no other column. */
  isAlone: boolean;
  isFirst: boolean;
  isSameModel: boolean;
  differences: readonly Difference[];
}

/** Only what differs from the first column. */
export function ColumnDifferences({ isAlone, isFirst, isSameModel, differences }: ColumnDifferencesProps) {
  if (isAlone) return <p className="truncate pl-6 text-dense text-faint">as the draft has it</p>;
  if (isFirst)
    return <p className="truncate pl-6 text-dense text-faint">the others are held against this one</p>;
  if (differences.length === 0) {
    return (
      <p className="truncate pl-6 text-dense text-faint">
        {isSameModel ? 'same as the first' : 'same parameters as the first'}
      </p>
    );
  }
  const words = differences.map(({ field, value }) => `${field} ${value}`).join(' · ');
  return (
    <p title={words} className="truncate pl-6 text-dense">
      {words}
    </p>
  );
}
