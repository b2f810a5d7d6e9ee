// Which events are shown, as the address says it: `level` and `type` with commas, `q` as it was typed.
import type { FineTuneSearch } from '#pages/fine-tunes/search.ts';
import type { Filter } from '#timeline/filter.ts';

/** Reads the filter; what names nothing is left out. */
export function eventFilter({ level, type, q }: FineTuneSearch): Filter {
  return { levels: list(level), types: list(type), text: q ?? '' };
}

/** The change of the address that says this filter. A comma inside a value is written `%2C`. */
export function filterParams({ levels, types, text }: Filter): FineTuneSearch {
  return { level: joined(levels), type: joined(types), q: text || undefined };
}

function list(text: string | undefined): readonly string[] {
  const values = (text ?? '').split(',').filter(Boolean);
  return [...new Set(values)].map((value) => value.replaceAll('%2C', ','));
}

function joined(values: readonly string[]): string | undefined {
  return values.map((value) => value.replaceAll(',', '%2C')).join(',') || undefined;
}
