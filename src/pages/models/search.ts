// What the address of the models page says: the table's parameters, and which model is open beside it.
import { pickTableParams, type TableParams } from '#table/address-params.ts';

/** The part of the address behind `?`; `open` is the id of a model. */
export type ModelsSearch = TableParams;

/** Reads an address with care: it may have been typed, cut off, or written by an older build. Never throws. */
export function readModelsSearch(raw: Readonly<Record<string, unknown>>): ModelsSearch {
  const open = raw['open'];
  const params = pickTableParams(raw);
  return typeof open === 'string' && open !== '' ? { ...params, open } : params;
}
