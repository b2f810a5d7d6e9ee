// Beside the columns: the parameters of all of them, or what one of them changes.
import type { Model } from '#api/schema/model.ts';
import { ParameterPanel } from '#pages/playground/parameters/ParameterPanel.tsx';
import { IconButton } from '#ui/Button.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { ColumnPanel } from './ColumnPanel.tsx';
import type { Column } from './column.ts';

interface ComparePanelProps {
  /** The column that is open, with its number; null: the parameters of all. */
  open: { readonly column: Column; readonly number: number } | null;
  /** The column that a switch leads to. */
  last: { readonly column: Column; readonly number: number };
  shared: ReadonlyMap<string, string | null>;
  /** By wire name, of what is open. */
  errors: ReadonlyMap<string, string>;
  models: readonly Model[];
  onOpen: (columnId: string | null) => void;
  onClose: () => void;
}

/** One switch on top, and a way out. */
export function ComparePanel({ open, last, shared, errors, models, onOpen, onClose }: ComparePanelProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-3">
        <Segmented
          aria-label="Whose parameters"
          isWide
          value={open === null ? 'all' : 'one'}
          onValue={(value) => onOpen(value === 'all' ? null : last.column.id)}
          options={[
            { value: 'all', label: 'All columns' },
            { value: 'one', label: `Column ${last.number} only` },
          ]}
        />
        <IconButton icon="cross" label="Close the parameters" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {open === null ? (
          <ParameterPanel errors={errors} models={models} />
        ) : (
          <ColumnPanel key={open.column.id} column={open.column} shared={shared} errors={errors} />
        )}
      </div>
    </div>
  );
}
