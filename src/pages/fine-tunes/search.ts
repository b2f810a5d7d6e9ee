// What the addresses of this page's list and details say behind `?`. Small, because the router needs it before the page is there.
import { writeList, pickTableParams, type TableParams } from '#table/address-params.ts';

/** The list: the table's own parameters. */
export type FineTunesSearch = TableParams;

/** Reads the address of the list; what is no text is left out. A link may say `model=` for the table's `in.model=`. Never throws. */
export function readFineTunesSearch(raw: Readonly<Record<string, unknown>>): FineTunesSearch {
  const params = pickTableParams(raw);
  const model = raw['model'];
  if (typeof model !== 'string' || model === '' || 'in.model' in params) return params;
  return { ...params, 'in.model': writeList([model]) };
}

/** The names of an address that belong to the charts. */
export const chartParamNames = ['x', 'smooth', 'y', 'clip', 'zoom', 'hide', 'base'] as const;

/** Parameters of a fine-tune's page; each part of the page reads its own and mistrusts it. */
const names = [...chartParamNames, 'with', 'event', 'level', 'type', 'q', 'against', 'chain'] as const;

/**
 * One fine-tune: texts by name. `with` are ids of others, separated by commas, drawn over it. `chain=on` draws it with what
 * it came from as one curve.
 */
export type FineTuneSearch = Readonly<Partial<Record<(typeof names)[number], string | undefined>>>;

const longest = 2_000;

/** Reads the address of a fine-tune; what is no text is left out. Never throws. */
export function readFineTuneSearch(raw: Readonly<Record<string, unknown>>): FineTuneSearch {
  const search: Partial<Record<(typeof names)[number], string>> = {};
  for (const name of names) {
    const value = raw[name];
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof text === 'string' && text !== '') search[name] = text.slice(0, longest);
  }
  return search;
}

/** Ids of the fine-tunes that are drawn over the open one, each once. */
export function overlaidIds({ with: text }: FineTuneSearch): readonly string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))];
}
