// What the address of the models page says: the table's parameters, the open model, the workload that prices a month, and the unit of prices.
import { saidTokenUnit, type TokenUnit } from '#pricing/units.ts';
import { pickTableParams, type TableParams } from '#table/address-params.ts';

/** The part of the address behind `?`; `open` is the id of a model, `calc` is there while the calculator is open. */
export type ModelsSearch = Readonly<Record<string, string | number>>;

/** Changes the part of the address behind `?` from what it is at that moment. */
export type ChangeModelsSearch = (
  change: (now: ModelsSearch) => ModelsSearch,
  how: 'push' | 'replace',
) => void;

/** Numbers of a workload as they were typed, by name in the address. */
export const workloadNames = ['tin', 'tout', 'tcached', 'tshare', 'tday', 'r'] as const;

/** One of them. */
export type WorkloadName = (typeof workloadNames)[number];

const longestNumber = 24;
const longestId = 2_000;

/**
 * Reads an address with care: it may have been typed, cut off, or written by an older build. A number that cannot be
 * read stays as it is typed, because its field says what is wrong. Never throws.
 */
export function readModelsSearch(raw: Readonly<Record<string, unknown>>): ModelsSearch {
  const search: Record<string, string | number> = { ...pickTableParams(raw) };
  const open = textOf(raw['open']);
  if (open !== '' && open.length <= longestId) search['open'] = open;
  for (const name of workloadNames) {
    const text = textOf(raw[name]).slice(0, longestNumber);
    // A number needs no quotes in the address, a text of digits does.
    if (text !== '') search[name] = String(Number(text)) === text ? Number(text) : text;
  }
  if (textOf(raw['calc']) !== '') search['calc'] = 'open';
  const unit = saidTokenUnit(raw['prices']);
  if (unit !== null) search['prices'] = unit.id;
  return search;
}

/** The address with the table's part replaced. */
export function withTable(search: ModelsSearch, table: TableParams): ModelsSearch {
  const own = Object.entries(search).filter(([name]) => ownNames.has(name));
  return { ...table, ...Object.fromEntries(own) };
}

/** The address with one own part set, or taken out where the text is empty. */
export function withPart(
  search: ModelsSearch,
  name: 'open' | 'calc' | 'prices' | WorkloadName,
  text: string,
): ModelsSearch {
  const { [name]: _, ...rest } = search;
  return text === '' ? rest : { ...rest, [name]: text };
}

/** A number of the workload as it is typed; empty where the address has none. */
export function workloadText(search: ModelsSearch, name: WorkloadName): string {
  return String(search[name] ?? '');
}

/** The unit in which the sender of the address reads prices; null where it says none. */
export function unitOf(search: ModelsSearch): TokenUnit | null {
  return saidTokenUnit(search['prices']);
}

const ownNames: ReadonlySet<string> = new Set(['open', 'calc', 'prices', ...workloadNames]);

// The router reads digits as a number, and a model may be named so.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * The address with the unit, where something in it is read by it: a workload, a filter of prices, a model that is open
 * or compared. The same object where nothing is to be said.
 */
export function withUnitWhereRead(search: ModelsSearch, unit: TokenUnit): ModelsSearch {
  const isSaid = unitOf(search) !== null || !readByUnit.some((name) => search[name] !== undefined);
  return isSaid ? search : withPart(search, 'prices', unit.id);
}

const pricedFilters = ['input', 'output', 'finetune', 'monthly', 'blended'].map((id) => `f.${id}`);
const readByUnit = ['calc', 'open', 'cmp', ...workloadNames, ...pricedFilters];
