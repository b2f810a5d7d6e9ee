// Whether an address means another thing in another unit of prices, and the address that says the unit then.
import type { TokenUnit } from '#pricing/token-unit.ts';
import { unitOf, withPart, workloadNames, type ModelsSearch } from './search.ts';

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
