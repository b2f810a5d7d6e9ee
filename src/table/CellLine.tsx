// What the cursor stands on: the exact value, how it came about, and a way to copy it. On a phone a sheet at the foot.
import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { cellText, copyText } from './cell-text.ts';
import type { Column } from './column.ts';

interface CellLineProps<Row> {
  id: string;
  row: Row;
  column: Column<Row>;
  /** Opens the row; absent where rows do not open. */
  onOpen: (() => void) | undefined;
  onClose: () => void;
}

/** Ctrl+C on the cell copies the value as well, with Shift the row's id. A long formula goes on in further lines. */
export function CellLine<Row>({ id, row, column, onOpen, onClose }: CellLineProps<Row>) {
  const box = useRef<HTMLElement>(null);
  const value = column.value(row);
  const formula = column.formula?.(row) ?? null;
  const copied = copyText(column, value);
  const text = copied || cellText(column, value);
  const way = formula && `${typeof value === 'number' ? ' = ' : ', '}${formula}`;
  useEffect(() => {
    const cell = document.querySelector('[role=grid] [data-active]');
    if (cell && box.current) uncover(cell, box.current);
  }, []);
  return (
    <section
      ref={box}
      aria-label="Cell"
      className="flex min-w-0 items-center gap-1 max-tablet:relative max-tablet:flex-wrap max-tablet:border-b max-tablet:border-line max-tablet:py-2 max-tablet:text-base"
    >
      <p
        className="min-w-0 py-1 wrap-anywhere max-tablet:max-h-40 max-tablet:w-full max-tablet:overflow-y-auto max-tablet:pr-10"
        title={`${column.head}: ${text}${way ?? ''}`}
      >
        {column.head}: <span className="text-text tabular-nums">{text}</span>
        {way && <span className="text-faint">{way}</span>}
      </p>
      <div className="flex shrink-0 items-center max-tablet:-ml-2.5">
        {copied !== '' && <CopyButton text={() => copied} label="Copy value" />}
        <CopyButton text={() => id} label="Copy id" />
        {onOpen && (
          <span className="tablet:hidden">
            <Button look="quiet" onClick={onOpen}>
              Open
            </Button>
          </span>
        )}
      </div>
      <span className="absolute top-1 right-0 tablet:hidden">
        <IconButton icon="cross" label="Close the cell" onClick={onClose} />
      </span>
    </section>
  );
}

// The sheet takes room from the rows, or lies over them where the page scrolls: its cell stays in sight.
function uncover(cell: Element, sheet: Element) {
  if (getComputedStyle(sheet).position !== 'relative') return;
  for (let box = cell.parentElement; box !== null; box = box.parentElement) {
    const hidden = cell.getBoundingClientRect().bottom - sheet.getBoundingClientRect().top;
    if (hidden <= 0) return;
    if (getComputedStyle(box).overflowY === 'auto') box.scrollTop += hidden;
  }
}
