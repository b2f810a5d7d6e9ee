// URL search parameters of the fine-tune pages.
import { writeList, pickTableParams, type TableParams } from '#table/address-params.ts';

export type FineTunesSearch = TableParams;

/** Accepts `model=` for `in.model=`. Never throws. */
export function readFineTunesSearch(raw: Readonly<Record<string, unknown>>): FineTunesSearch {
  const params = pickTableParams(raw);
  const model = raw['model'];
  if (typeof model !== 'string' || model === '' || 'in.model' in params) return params;
  return { ...params, 'in.model': writeList([model]) };
}

export const chartParamNames = ['x', 'smooth', 'y', 'clip', 'zoom', 'range', 'hide', 'base'] as const;

/** Each section validates its own. */
const names = [...chartParamNames, 'with', 'by', 'event', 'level', 'type', 'q', 'against', 'chain'] as const;

/**
 * `with`: comma-separated ids to overlay. `by=group` draws means of groups, `chain=on` ancestors and all as
 * one curve.
 */
export type FineTuneSearch = Readonly<Partial<Record<(typeof names)[number], string | undefined>>>;

/** A hundred overlaid ids. */
const longest = 8_000;

/** Never throws. */
export function readFineTuneSearch(raw: Readonly<Record<string, unknown>>): FineTuneSearch {
  const search: Partial<Record<(typeof names)[number], string>> = {};
  for (const name of names) {
    const value = raw[name];
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof text === 'string' && text !== '') search[name] = text.slice(0, longest);
  }
  return search;
}

/** Unique. */
export function overlaidIds({ with: text }: FineTuneSearch): readonly string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))];
}
