// One cell: the value in the manner of its column; what is missing, what is zero and what is a word look different.
import type { ReactNode } from 'react';
import { formatAge } from '#lib/time-words.ts';
import { Status } from '#ui/Status.tsx';
import { useNow } from '#ui/use-now.ts';
import { cellText, rawText } from './cell-text.ts';
import { isMissing, isNumeric, type Column } from './column.ts';

/**
 * The content only; the row makes the cell around it. A function and no component: rows are made by the dozen in a frame.
 * @param href the address of the row, on the cell that names it
 */
export function tableCell<Row>(column: Column<Row>, row: Row, href?: string): ReactNode {
  const content = cellContent(column, row);
  if (href === undefined) return content;
  return (
    <a href={href} tabIndex={-1} className="hover:text-act">
      {content}
    </a>
  );
}

function cellContent<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row);
  const value = column.value(row);
  const text = cellText(column, value);
  if (isMissing(value)) return <span className="text-faint">{text}</span>;
  if (column.kind === 'id') return <span className="font-mono text-dense">{text}</span>;
  if (column.kind === 'status') {
    // A block, because an inline one would sit on the line's baseline; pulled out by the room around the picture's dot.
    return (
      <span className="-ml-1 flex">
        <Status tone={column.tone?.(row) ?? 'none'}>{text}</Status>
      </span>
    );
  }
  if (!isNumeric(column.kind)) return text;
  if (typeof value === 'string') return <span className="text-dense text-muted">{text}</span>;
  if (column.kind === 'age') return <AgeCell atMs={value} exact={rawText(column, value)} />;
  return value === 0 ? <span className="text-muted">{text}</span> : text;
}

/** @param atMs Unix milliseconds; @param exact the same as ISO 8601 */
function AgeCell({ atMs, exact }: { atMs: number; exact: string }) {
  const nowMs = useNow(5_000);
  return (
    <time dateTime={exact} title={exact}>
      {formatAge(nowMs - atMs)}
    </time>
  );
}
