// Cell content by column kind.
import type { ReactNode } from 'react';
import { formatAge } from '#lib/dates.ts';
import { CutId } from '#ui/CutId.tsx';
import { Status } from '#ui/States.tsx';
import { useNow } from '#ui/use-now.ts';
import { cellText, rawText, isMissing, isNumeric, type Column } from './column.ts';

/** Not a component: a frame creates dozens of rows. @param href the row's URL */
export function tableCell<Row>(column: Column<Row>, row: Row, href?: string): ReactNode {
  const content = cellContent(column, row);
  if (href === undefined) return content;
  return (
    <a href={href} data-row-link={href} tabIndex={-1} className="hover:text-act">
      {content}
    </a>
  );
}

/** For dates, sizes and checkpoint steps. */
const idEnd = 16;

function cellContent<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row);
  const value = column.value(row);
  const text = cellText(column, value);
  if (isMissing(value)) return <span className="text-faint">{column.missing?.(row) ?? text}</span>;
  if (column.kind === 'id') return <CutId id={text} endLength={idEnd} />;
  if (column.kind === 'status') {
    // An inline element would sit on the baseline; the margin offsets the icon’s padding, but for the stroke of a ring.
    return (
      <span className="-ml-0.75 flex">
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
