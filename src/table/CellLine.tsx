// Details of the cell under the cursor.
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { cellText, copyText, type Column } from './column.ts';
import { phone } from '#ui/use-media.ts';

interface CellLineProps<Row> {
  /** False where it is only the row's place. */
  id: string | false;
  row: Row;
  column: Column<Row>;
  onOpen: (() => void) | undefined;
  onClose: () => void;
}

/** Ctrl+C copies the value, with Shift the row's id. */
export function CellLine<Row>({ id, row, column, onOpen, onClose }: CellLineProps<Row>) {
  const box = useRef<HTMLElement>(null);
  const value = column.value(row);
  const formula = column.formula?.(row) ?? null;
  const copied = copyText(column, value);
  const text = copied || cellText(column, value);
  const way = formula && `${typeof value === 'number' ? ' = ' : ', '}${formula}`;
  useEffect(() => {
    const cell = document.querySelector('[role=grid] [data-active]');
    const foot = box.current?.closest('[data-foot]');
    if (cell && foot) uncover(cell, foot);
  }, []);
  return (
    <section
      ref={box}
      aria-label="Cell"
      className="flex min-w-0 items-center gap-1 border-line max-tablet:flex-wrap max-tablet:border-t max-tablet:py-2"
    >
      <p
        className="max-h-40 min-w-0 overflow-y-auto py-1 wrap-anywhere max-tablet:w-full"
        title={`${column.head}: ${text}${way ?? ''}`}
      >
        {column.head}: <span className="text-text tabular-nums">{text}</span>
        {way && <span className="text-faint">{way}</span>}
      </p>
      <div className="flex shrink-0 items-center max-tablet:w-full">
        {copied !== '' && <CopyButton text={() => copied} label="Copy value" />}
        {id && <CopyButton text={() => id} label="Copy id" />}
        {onOpen && (
          <span className="tablet:hidden">
            <Button look="quiet" onClick={onOpen}>
              Open
            </Button>
          </span>
        )}
        <span className="ml-auto tablet:hidden">
          <IconButton icon="cross" label="Close the cell" onClick={onClose} />
        </span>
      </div>
    </section>
  );
}

// Keeps the cell visible: the sheet takes or covers room of the rows.
function uncover(cell: Element, foot: Element) {
  if (!phone.matches) return;
  for (let box = cell.parentElement; box !== null; box = box.parentElement) {
    const hidden = cell.getBoundingClientRect().bottom - foot.getBoundingClientRect().top;
    if (hidden <= 0) return;
    if (getComputedStyle(box).overflowY === 'auto') box.scrollTop += hidden;
  }
}
