// URL search parameters of the models page: table, panel, workload, unit.
import { readTokenUnit, type TokenUnit } from '#pricing/units.ts';
import { pickTableParams, type TableParams } from '#table/address-params.ts';

/** `open` is the id of a model; `calc` is present while the calculator is open. */
export type ModelsSearch = Readonly<Record<string, string | number>>;

/** Updates the URL's search parameters from their latest value. */
export type ChangeModelsSearch = (
  change: (now: ModelsSearch) => ModelsSearch,
  how: 'push' | 'replace',
) => void;

export const workloadNames = ['tin', 'tout', 'tcached', 'tshare', 'tday', 'r'] as const;

export type WorkloadName = (typeof workloadNames)[number];

const longestNumber = 24;
const longestId = 2_000;

/**
 * Tolerant: the URL may be typed, cut off, or from an older build. An unreadable number is kept as typed,
 * because its field shows the error. Never throws.
 */
export function readModelsSearch(raw: Readonly<Record<string, unknown>>): ModelsSearch {
  const search: Record<string, string | number> = { ...pickTableParams(raw) };
  const open = textOf(raw['open']);
  if (open !== '' && open.length <= longestId) search['open'] = open;
  for (const name of workloadNames) {
    const text = textOf(raw[name]).slice(0, longestNumber);
    // In their shortest form they are numbers, as in the page's own links.
    if (text !== '') search[name] = String(Number(text)) === text ? Number(text) : text;
  }
  if (textOf(raw['calc']) !== '') search['calc'] = 'open';
  const unit = readTokenUnit(raw['prices']);
  if (unit !== null) search['prices'] = unit.id;
  return search;
}

export function withTable(search: ModelsSearch, table: TableParams): ModelsSearch {
  const own = Object.entries(search).filter(([name]) => ownNames.has(name));
  return { ...table, ...Object.fromEntries(own) };
}

/** The search with one own part set, or removed if the text is empty. */
export function withPart(
  search: ModelsSearch,
  name: 'open' | 'calc' | 'prices' | WorkloadName,
  text: string,
): ModelsSearch {
  const { [name]: _, ...rest } = search;
  return text === '' ? rest : { ...rest, [name]: text };
}

/** As typed; empty if absent. */
export function workloadText(search: ModelsSearch, name: WorkloadName): string {
  return String(search[name] ?? '');
}

/** The price unit of the link's sender; null if absent. */
export function unitOf(search: ModelsSearch): TokenUnit | null {
  return readTokenUnit(search['prices']);
}

const ownNames: ReadonlySet<string> = new Set(['open', 'calc', 'prices', ...workloadNames]);

// An address has texts only; the page's own links write numbers, too.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * Adds the unit to the search if something in it depends on it: a workload, a price filter, an open or
 * compared model. Returns the same object if nothing changes.
 */
export function withUnitWhereRead(search: ModelsSearch, unit: TokenUnit): ModelsSearch {
  const isSaid = unitOf(search) !== null || !readByUnit.some((name) => search[name] !== undefined);
  return isSaid ? search : withPart(search, 'prices', unit.id);
}

const pricedFilters = ['input', 'output', 'finetune', 'monthly', 'blended'].map((id) => `f.${id}`);
const readByUnit = ['calc', 'open', 'cmp', ...workloadNames, ...pricedFilters];
