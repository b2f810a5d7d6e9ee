// Side-by-side comparison of picked rows.
import { useId, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { formatAge } from '#lib/dates.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { CutId } from '#ui/CutId.tsx';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import { useNow } from '#ui/use-now.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { tableCell } from './TableCell.tsx';
import { type Column, type CellValue, cellText, isMissing, rowName } from './column.ts';
import type { ShownRow } from './use-arrangement.ts';

interface CompareTrayProps<Row> {
  rows: readonly ShownRow<Row>[];
  /** Ids of a link that this list does not have. */
  missing: readonly string[];
  columns: readonly Column<Row>[];
  isOnlyDifferent: boolean;
  onOnlyDifferent: (isOnlyDifferent: boolean) => void;
  onDrop: (id: string) => void;
  onClear: () => void;
  act: ReactNode;
  /** On phones, where it is folded while rows are picked. */
  isOpenAtFirst: boolean;
}

/** At most half of the height. */
export function CompareTray<Row>(props: CompareTrayProps<Row>) {
  const { rows, missing, columns, isOnlyDifferent, onOnlyDifferent, onDrop, onClear, act } = props;
  const [isOpen, setOpen] = useState(props.isOpenAtFirst);
  const tray = useRef<HTMLElement>(null);
  const id = useId();
  const folded = isOpen ? '' : 'max-tablet:not-print:hidden';
  const title = rows.length > 1 ? `${rows.length} side by side` : 'Comparison';
  // In the heads, and in files.
  const nameColumn = columns.find(({ kind }) => kind === 'id');
  const fields = compareRows(
    rows.map(({ row }) => row),
    columns.filter((column) => column !== nameColumn),
    useNow(5_000),
  );
  const different = fields.filter(({ isDifferent }) => isDifferent);
  const listed = isOnlyDifferent ? different : fields;
  const named = rows.map((each) => ({ id: each.id, name: rowName(columns, each.row, each.id) }));
  return (
    <section
      ref={tray}
      aria-label="Comparison"
      className="flex max-h-1/2 shrink-0 flex-col border-t border-edge bg-panel"
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1">
        <h2 className="font-medium max-tablet:not-print:hidden">{title}</h2>
        <PhoneFold
          label={title}
          isOpen={isOpen}
          onOpen={(open) => {
            flushSync(() => setOpen(open));
            // It opens below the window.
            if (open) tray.current?.scrollIntoView();
          }}
          controls={id}
        />
        <label className={`${folded} flex h-control items-center gap-1.5 text-muted hover:text-text`}>
          <input
            type="checkbox"
            checked={isOnlyDifferent}
            onChange={() => onOnlyDifferent(!isOnlyDifferent)}
            className="size-3.5 accent-act"
          />
          Only differences ({different.length} of {fields.length})
        </label>
        {act}
        <span className="ml-auto flex items-center gap-1">
          <ExportMenu
            label="comparison"
            rows={rows.map(({ row }) => row)}
            columns={[...(nameColumn ? [nameColumn] : []), ...listed.map(({ column }) => column)]}
          />
          <Button look="quiet" onClick={onClear}>
            Clear comparison
          </Button>
        </span>
      </div>
      {missing.length > 0 && (
        <p className="max-h-20 shrink-0 overflow-y-auto border-b border-line px-3 py-1 text-dense wrap-anywhere text-muted">
          Not in this list: <span className="font-mono">{missing.join(', ')}</span>.
        </p>
      )}
      <div
        id={id}
        className={`min-h-0 scroll-pl-40 overflow-auto overscroll-contain max-tablet:overscroll-y-auto ${folded}`}
      >
        {/* Two are side by side on a phone. */}
        <table
          data-compared=""
          style={{ minWidth: `${7 + 8 * rows.length}rem` }}
          className="border-separate border-spacing-0 text-dense max-tablet:w-full max-tablet:table-fixed tablet:min-w-0!"
        >
          <thead>
            <tr className="*:sticky *:top-0 *:z-1 *:bg-panel">
              <th
                scope="col"
                className="left-0 z-2! w-40 min-w-32 border-r border-b border-line px-3 text-left max-tablet:w-28 max-tablet:min-w-0"
              >
                <span className="sr-only">Field</span>
              </th>
              {named.map(({ id: rowId, name }) => (
                <th key={rowId} scope="col" className="border-b border-line px-3 text-left font-regular">
                  <span className="flex items-center justify-between gap-1 max-tablet:flex-col max-tablet:items-start">
                    <span className={`max-w-96 min-w-0 ${wholeOnPhone}`}>
                      <CutId id={name} endLength={16} title={name} />
                    </span>
                    <IconButton
                      icon="cross"
                      label={`Compare without ${name}`}
                      onClick={() => onDrop(rowId)}
                    />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map(({ column, isDifferent }) => (
              <tr key={column.id}>
                <th
                  scope="row"
                  className="sticky left-0 z-1 border-r border-b border-line bg-panel px-3 py-1 text-left font-regular whitespace-nowrap text-muted max-tablet:whitespace-normal"
                >
                  {column.head}
                  {column.unit && <span className="text-faint"> {column.unit}</span>}
                </th>
                {rows.map(({ id: rowId, row }) => (
                  <td
                    key={rowId}
                    className={`max-w-96 min-w-36 truncate max-tablet:min-w-0 max-tablet:whitespace-normal max-tablet:wrap-anywhere *:justify-start border-b border-line px-3 py-1 tabular-nums ${isDifferent ? 'font-medium' : 'text-muted'}`}
                  >
                    {tableCell(column, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {listed.length === 0 && rows.length > 1 && (
          <p className="p-3 text-muted">These rows are identical.</p>
        )}
      </div>
    </section>
  );
}

/** Its end alone, as “truct”, names nothing. */
const wholeOnPhone =
  'max-tablet:[&_[data-end]]:after:hidden max-tablet:[&_span]:mr-0 max-tablet:[&_span]:wrap-anywhere max-tablet:[&_span]:whitespace-normal';

interface ComparedField<Row> {
  readonly column: Column<Row>;
  readonly isDifferent: boolean;
}

/** Two missing values are equal, and so are ages that read the same; one that a column draws itself has its day beside it. */
export function compareRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  nowMs: number,
): readonly ComparedField<Row>[] {
  return columns.map((column) => {
    const values = new Set(
      rows.map((row) => {
        const value = column.value(row);
        if (column.kind !== 'age' || typeof value !== 'number') return nameOf(value);
        return formatAge(nowMs - value) + (column.render ? cellText(column, value) : '');
      }),
    );
    return { column, isDifferent: values.size > 1 };
  });
}

// Numbers differ from digits in a string; -0 equals 0.
function nameOf(value: CellValue): string {
  return isMissing(value) ? '' : `${typeof value} ${value}`;
}
