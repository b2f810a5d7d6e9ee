// Filters on prices in another unit.
import { parseFilter, readPlain, split, type ColumnKind } from './filter.ts';
import { setFilter, type TableState } from './table-state.ts';

/** Filters of those columns still mean the same when their values are `factor` times as large. */
export function scaleFilters(
  state: TableState,
  columns: readonly (ColumnKind & { readonly id: string })[],
  factor: number,
): TableState {
  return columns.reduce((now, column) => {
    const text = now.filters[column.id];
    return text === undefined ? now : setFilter(now, column.id, scaleFilter(text, factor, column));
  }, state);
}

/** Words and invalid text stay. Exported for its test. */
export function scaleFilter(text: string, factor: number, column: ColumnKind): string {
  if (!parseFilter(text, column).ok) return text;
  const scaleTerm = (term: string) => {
    const [, before = '', numbers = ''] = /^([\s!=<>≤≥≠]*)(.*)$/s.exec(term) ?? [];
    const parts = numbers.split(/(\s*(?:\.\.+|…)\s*)/);
    return before + parts.map((part) => scaleNumber(part, factor, column)).join('');
  };
  return split(text, '||')
    .map((group) => split(group, '&&').map(scaleTerm).join('&&'))
    .join('||');
}

function scaleNumber(text: string, factor: number, column: ColumnKind): string {
  const read = readPlain(text, column);
  const end = /\s*$/.exec(text)?.[0] ?? '';
  return typeof read === 'string' ? text : shortest(read.low * factor) + end;
}

/** So near that it filters the same: 7 comes back as 7. */
function shortest(value: number): string {
  const digits = Array.from({ length: 15 }, (_, index) => Number(value.toPrecision(index + 1)));
  return String(digits.find((each) => Math.abs(each - value) <= Math.abs(value) * 5e-13) ?? value);
}
