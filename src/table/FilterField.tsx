// The line under a head: what is typed there filters the column; it turns blue while it acts, and says what it cannot read.
import { useId, type ReactNode } from 'react';
import { isNumeric, type CellKind, type Column } from './column.ts';
import { parseFilter } from './filter.ts';
import { useDraftText } from '#ui/draft-text.ts';

interface FilterFieldProps {
  column: Pick<Column<never>, 'head' | 'kind' | 'kilo'>;
  value: string;
  onValue: (text: string) => void;
  /** Values were picked for this column, so the line acts even with nothing typed. */
  isPicked: boolean;
  /** The menu of values, at the end of the line. */
  children?: ReactNode;
}

/** A text that cannot be read filters nothing; the sentence on why hangs under the field while it has the focus. */
export function FilterField({ column, value, onValue, isPicked, children }: FilterFieldProps) {
  const id = useId();
  const { head, kind } = column;
  const [text, setText] = useDraftText(value, onValue);
  const parsed = parseFilter(text, column);
  const look = !parsed.ok
    ? 'border-bad text-bad'
    : parsed.filter || isPicked
      ? 'border-act text-act'
      : 'border-line hover:border-edge';
  return (
    <div className={`group/filter relative flex border-b focus-within:border-act ${look}`}>
      <input
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-keys="filter"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            setText('');
          }
        }}
        aria-label={`Filter ${head}`}
        aria-invalid={!parsed.ok || undefined}
        aria-describedby={id}
        placeholder="any"
        spellCheck={false}
        autoComplete="off"
        className={`h-6 w-full min-w-0 flex-1 bg-transparent font-mono text-dense outline-none ${isNumeric(kind) ? 'text-right' : ''}`}
      />
      {children}
      <p
        id={id}
        className={`absolute top-full left-0 z-20 mt-0.5 w-max max-w-64 rounded-control border bg-panel px-2 py-1 text-left text-dense font-regular shadow-float not-group-has-[input:focus]/filter:hidden ${parsed.ok ? 'border-line text-muted' : 'border-bad text-bad'} ${parsed.ok && text !== '' ? 'hidden' : ''}`}
      >
        {parsed.ok ? hint(kind) : parsed.error}
      </p>
    </div>
  );
}

function hint(kind: CellKind): string {
  if (kind === 'date' || kind === 'age') return '2026-07, >=2026-07-15, 2026-01..2026-03, empty';
  return isNumeric(kind)
    ? '8, >=8, 2..4 || >=10, !=0, empty'
    : 'part of it, "all of it", !=without, a || b, empty';
}
