// What hides rows, in words: `Context >=8192, Type: chat or code, “llama”`.
import type { HideSwitch } from './arrange.ts';
import type { Column } from './column.ts';
import { parseFilter } from './filter.ts';
import type { TableState } from './table-state.ts';

/** One phrase for everything that is set and can be read; empty where nothing is. */
export function hiddenBy<Row>(
  state: TableState,
  columns: readonly Column<Row>[],
  hides: readonly HideSwitch<Row>[],
): readonly string[] {
  const words: string[] = [];
  if (state.search.trim() !== '') words.push(`“${state.search.trim()}”`);
  for (const column of columns) {
    const { id, head } = column;
    const typed = state.filters[id];
    const parsed = typed === undefined ? null : parseFilter(typed, column);
    if (typed !== undefined && parsed?.ok && parsed.filter) words.push(`${head} ${typed.trim()}`);
    const picked = state.facets[id] ?? [];
    if (picked.length > 0) words.push(`${head}: ${picked.map((value) => value || 'none').join(' or ')}`);
  }
  for (const { id, label } of hides) {
    if (state.hides.includes(id)) words.push(label.replace(/^Hide /, '').toLowerCase());
  }
  return words;
}
