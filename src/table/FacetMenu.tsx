// Facet menu: a column's values with counts.
import { useId, useMemo, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';
import { TextInput } from '#ui/Field.tsx';
import { type QuickFilter, facetCounts } from './arrange.ts';
import type { Column } from './column.ts';
import { clearFacet, toggleFacet, type ChangeTable, type TableState } from './table-state.ts';

export interface FacetSource<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly hides: readonly QuickFilter<Row>[];
}

interface FacetMenuProps<Row> {
  column: Column<Row>;
  source: FacetSource<Row>;
  state: TableState;
  onState: ChangeTable;
}

const maxListed = 200;
const fewValues = 12;

/** Values of one column are alternatives (OR). */
export function FacetMenu<Row>({ column, source, state, onState }: FacetMenuProps<Row>) {
  const id = useId();
  const picked = state.facets[column.id]?.length ?? 0;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={`Pick values of ${column.head}${picked > 0 ? `, ${picked} picked` : ''}`}
        className={`-mr-1 flex h-6 min-w-6 shrink-0 items-center justify-center text-dense hover:text-text ${picked > 0 ? 'text-act' : 'text-faint'}`}
      >
        {picked > 0 && <span className="tabular-nums">{picked}</span>}
        <Icon name="chevronDown" />
      </button>
      <Popover id={id} label={`Values of ${column.head}`}>
        {() => <FacetList column={column} source={source} state={state} onState={onState} />}
      </Popover>
    </>
  );
}

function FacetList<Row>({ column, source, state, onState }: FacetMenuProps<Row>) {
  const { rows, columns, hides } = source;
  const [words, setWords] = useState('');
  const counts = useMemo(
    () => facetCounts(rows, columns, column, state, hides),
    [rows, columns, column, state, hides],
  );
  const needle = words.trim().toLowerCase();
  const found = counts.filter(({ value }) => value.toLowerCase().includes(needle));
  const picked = state.facets[column.id] ?? [];
  return (
    <div className="flex max-h-[inherit] flex-col">
      <div className="flex items-center gap-2 border-b border-line px-3 py-2">
        {counts.length > fewValues ? (
          <TextInput
            value={words}
            onValue={setWords}
            aria-label={`Find a value of ${column.head}`}
            placeholder="Find a value"
          />
        ) : (
          <span className="flex-1 font-medium">{column.head}</span>
        )}
        <Button
          look="quiet"
          disabled={picked.length === 0}
          onClick={() => onState((now) => clearFacet(now, column.id))}
        >
          Any
        </Button>
      </div>
      <ul className="min-h-0 overflow-y-auto overscroll-contain py-1">
        {found.slice(0, maxListed).map(({ value, count }) => (
          <li key={value}>
            <Checkbox
              look="h-control cursor-pointer px-3 hover:bg-raised"
              isOn={picked.includes(value)}
              onToggle={() => onState((now) => toggleFacet(now, column.id, value))}
            >
              <span className={`min-w-0 flex-1 truncate ${value === '' ? 'text-faint' : ''}`}>
                {value || 'none'}
              </span>
              <span className={`text-dense tabular-nums ${count === 0 ? 'text-faint' : 'text-muted'}`}>
                {formatCount(count)}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {found.length > maxListed && (
        <p className="border-t border-line px-3 py-2 text-dense text-muted">
          {formatCount(found.length - maxListed)} more; type to narrow the list.
        </p>
      )}
      {found.length === 0 && <p className="px-3 pb-3 text-muted">No values contain “{words.trim()}”.</p>}
    </div>
  );
}
