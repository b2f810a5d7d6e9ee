// What the cursor stands on: the exact value, how it came about, and a way to copy it.
import { CopyButton } from '#ui/CopyButton.tsx';
import { cellText, copyText } from './cell-text.ts';
import type { Column } from './column.ts';

interface CellLineProps<Row> {
  id: string;
  row: Row;
  column: Column<Row>;
}

/** Ctrl+C on the cell copies the value as well, with Shift the row's id. */
export function CellLine<Row>({ id, row, column }: CellLineProps<Row>) {
  const value = column.value(row);
  const formula = column.formula?.(row) ?? null;
  const text = copyText(column, value);
  return (
    <div className="flex min-w-0 items-center gap-1 max-tablet:hidden">
      <span className="min-w-0 truncate" title={text}>
        {column.head}: <span className="text-text tabular-nums">{text || cellText(column, value)}</span>
        {formula && (
          <span className="text-faint">
            {typeof value === 'number' ? ' = ' : ', '}
            {formula}
          </span>
        )}
      </span>
      {text !== '' && <CopyButton text={() => text} label="Copy value" />}
      <CopyButton text={() => id} label="Copy id" />
    </div>
  );
}
