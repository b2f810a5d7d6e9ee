// Timeline filter, with counts for each further choice.
import type { Entry } from './entry.ts';

/** Empty lists let all pass; `text` may be in message, type or level. */
export interface Filter {
  readonly levels: readonly string[];
  readonly types: readonly string[];
  readonly text: string;
}

export const noFilter: Filter = { levels: [], types: [], text: '' };

export function isFiltering({ levels, types, text }: Filter): boolean {
  return levels.length > 0 || types.length > 0 || text.trim() !== '';
}

export function filtered(entries: readonly Entry[], filter: Filter): readonly Entry[] {
  if (!isFiltering(filter)) return entries;
  const hasText = textTest(filter.text);
  return entries.filter(
    (entry) => allows(filter.levels, entry.level) && allows(filter.types, entry.type) && hasText(entry),
  );
}

/** Entries per value with all other choices kept; 0 is listed, too. */
export function facetCounts(
  entries: readonly Entry[],
  filter: Filter,
  facet: 'level' | 'type',
): ReadonlyMap<string, number> {
  const chosen = facet === 'level' ? filter.levels : filter.types;
  const others = facet === 'level' ? { ...filter, levels: [] } : { ...filter, types: [] };
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(entry[facet], 0);
  for (const value of chosen) counts.set(value, 0);
  for (const entry of filtered(entries, others))
    counts.set(entry[facet], (counts.get(entry[facet]) ?? 0) + 1);
  return counts;
}

/** "level error, type warning and “loss”" */
export function filterWords({ levels, types, text }: Filter): string {
  const parts = [
    levels.length > 0 && `level ${levels.join(' or ')}`,
    types.length > 0 && `type ${types.join(' or ')}`,
    text.trim() !== '' && `“${text.trim()}”`,
  ].filter((part) => part !== false);
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function allows(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}

function textTest(text: string): (entry: Entry) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return () => true;
  return ({ message, type, level }) => `${message}\n${type}\n${level}`.toLowerCase().includes(wanted);
}
