// Export menu: visible rows as file or to the clipboard.
import { useId } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { menuButton } from './ColumnMenu.tsx';
import type { Column } from './column.ts';
import { exportFormats, exportRows, type ExportFormat } from './export.ts';
import { saveFile } from '#ui/save-file.ts';

interface ExportMenuProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

/** Hidden rows are not exported, and the menu says how many rows are. */
export function ExportMenu<Row>({ label, rows, columns }: ExportMenuProps<Row>) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} aria-haspopup="dialog" className={menuButton}>
        Export
      </button>
      <Popover id={id} label="Export">
        {(close) => (
          <div className="grid gap-1 p-3">
            <p className="text-dense text-muted">
              Visible: {formatCount(rows.length)} rows, {columns.length} columns. Numbers are exact, with
              units in the header. In CSV, text that a spreadsheet would run as a formula starts with an
              apostrophe.
            </p>
            {exportFormats.map((format) => (
              <div key={format.id} className="flex items-center gap-1">
                <span className="flex-1">{format.label}</span>
                <CopyButton
                  text={() => exportRows(format.id, rows, columns)}
                  label={`Copy ${format.label}`}
                />
                <Button
                  onClick={() => {
                    save(label, format.id, format.type, exportRows(format.id, rows, columns));
                    close();
                  }}
                >
                  Save {format.label}
                </Button>
              </div>
            ))}
          </div>
        )}
      </Popover>
    </>
  );
}

function save(label: string, ending: ExportFormat, type: string, text: string) {
  // Spreadsheets recognize a CSV as UTF-8 only with this byte order mark.
  const mark = ending === 'csv' ? '\uFEFF' : '';
  const blob = new Blob([mark, text], { type: `${type};charset=utf-8` });
  saveFile(blob, `${label.replaceAll(/\W+/g, '-')}.${ending}`);
}
