// Comparison column header.
import type { Model } from '#api/schema/model.ts';
import { fieldMark } from '#draft/draft-store.ts';
import { groupModels, usePickerText } from '#pages/playground/parameters/use-model.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { IconButton } from '#ui/Button.tsx';
import type { describeColumn } from './column.ts';

interface ColumnHeadProps {
  number: number;
  model: string;
  models: readonly Model[];
  isPanelOpen: boolean;
  isOnly: boolean;
  isFull: boolean;
  onModel: (model: string) => void;
  onPanel: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

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
          emptyText={usePickerText()}
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
        label={`Duplicate column ${number}`}
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

/** Repeats a checkpoint's step: the long name above is cut. */
export function ColumnDifferences({ text, isQuiet }: ReturnType<typeof describeColumn>) {
  return (
    <p title={text} className={`line-clamp-3 pl-6 text-dense wrap-anywhere ${isQuiet ? 'text-faint' : ''}`}>
      {text}
    </p>
  );
}
