// URL search parameters of the models page.
import { readTokenUnit, type TokenUnit } from '#pricing/units.ts';
import { pickTableParams, type TableParams } from '#table/address-params.ts';

/** `open`: model id; `calc`: the calculator is open. */
export type ModelsSearch = Readonly<Record<string, string | number>>;

/** Updates the URL's latest search parameters. */
export type ChangeModelsSearch = (
  change: (now: ModelsSearch) => ModelsSearch,
  how: 'push' | 'replace',
) => void;

export const workloadNames = ['tin', 'tout', 'tcached', 'tshare', 'tday', 'r'] as const;

export type WorkloadName = (typeof workloadNames)[number];

const longestNumber = 24;
const longestId = 2_000;

/** Tolerates typed, cut or older URLs. Unreadable numbers stay: their field shows the error. Never throws. */
export function readModelsSearch(raw: Readonly<Record<string, unknown>>): ModelsSearch {
  const search: Record<string, string | number> = { ...pickTableParams(raw) };
  const open = textOf(raw['open']);
  if (open !== '' && open.length <= longestId) search['open'] = open;
  for (const name of workloadNames) {
    const text = textOf(raw[name]).slice(0, longestNumber);
    // Shortest form, as in the page's own links.
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

/** Empty text removes the part. */
export function withPart(
  search: ModelsSearch,
  name: 'open' | 'calc' | 'prices' | WorkloadName,
  text: string,
): ModelsSearch {
  const { [name]: _, ...rest } = search;
  return text === '' ? rest : { ...rest, [name]: text };
}

/** As typed. */
export function workloadText(search: ModelsSearch, name: WorkloadName): string {
  return String(search[name] ?? '');
}

/** Of the link's sender. */
export function unitOf(search: ModelsSearch): TokenUnit | null {
  return readTokenUnit(search['prices']);
}

const ownNames: ReadonlySet<string> = new Set(['open', 'calc', 'prices', ...workloadNames]);

// The page's own links write numbers, too.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Adds the unit if a workload, price filter, open or compared model depends on it; else the same object. */
export function withUnitWhereRead(search: ModelsSearch, unit: TokenUnit): ModelsSearch {
  const isSaid = unitOf(search) !== null || !readByUnit.some((name) => search[name] !== undefined);
  return isSaid ? search : withPart(search, 'prices', unit.id);
}

const pricedFilters = ['input', 'output', 'finetune', 'monthly', 'blended'].map((id) => `f.${id}`);
const readByUnit = ['calc', 'open', 'cmp', ...workloadNames, ...pricedFilters];
