// The values of one column over all rows, read once a data change, and the keys that its order is made of.
import { isMissing, type CellValue, type Column } from './column.ts';

/** Plain arrays, one entry a row. */
export interface SortKeys {
  /** What to compare where the groups are the same. */
  readonly keys: Float64Array;
  /** 0 a value, 1 a word where numbers are expected, 2 missing: always in this order, whatever the direction. */
  readonly groups: Uint8Array;
}

const valuesOf = new WeakMap<readonly unknown[], Map<object, readonly CellValue[]>>();
const keysOf = new WeakMap<readonly unknown[], Map<object, SortKeys>>();

/** Values in the order of `rows`; kept as long as the array of rows lives. */
export function columnValues<Row>(rows: readonly Row[], column: Column<Row>): readonly CellValue[] {
  return kept(valuesOf, rows, column, () => rows.map((row) => column.value(row)));
}

/** Keys in the order of `rows`; kept likewise. */
export function sortKeys<Row>(rows: readonly Row[], column: Column<Row>): SortKeys {
  return kept(keysOf, rows, column, () => makeKeys(columnValues(rows, column), column));
}

function makeKeys<Row>(values: readonly CellValue[], column: Column<Row>): SortKeys {
  const keys = new Float64Array(values.length);
  const groups = new Uint8Array(values.length);
  const isByNumber = values.some((value) => typeof value === 'number');
  const ranks = rank(values, isByNumber, column.compare);
  for (const [index, value] of values.entries()) {
    if (isMissing(value)) {
      groups[index] = 2;
      continue;
    }
    if (isByNumber && typeof value === 'string') groups[index] = 1;
    const isPlain = typeof value === 'number' && column.compare === undefined;
    keys[index] = isPlain ? value : (ranks.get(value) ?? 0);
  }
  return { keys, groups };
}

/** The place of each different value, so that texts are compared once and not for every sort again. */
function rank(
  values: readonly CellValue[],
  isByNumber: boolean,
  compare: Column<never>['compare'],
): ReadonlyMap<string | number, number> {
  const distinct = new Set<string | number>();
  for (const value of values) {
    if (!isMissing(value) && (typeof value === 'string' || compare)) distinct.add(value);
  }
  if (compare) {
    const ranks = new Map<string | number, number>();
    let previous: string | number | undefined;
    let place = 0;
    // Values that compare as equal share a place, or the next sort key would never be asked.
    for (const value of [...distinct].sort((a, b) => kindOrder(a, b, isByNumber) || compare(a, b))) {
      if (previous !== undefined && compare(previous, value) !== 0) place++;
      ranks.set(value, place);
      previous = value;
    }
    return ranks;
  }
  const natural = [...distinct].map((value) => ({ value, key: naturalKey(String(value)) }));
  natural.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return new Map(natural.map(({ value }, place) => [value, place]));
}

function kindOrder(a: string | number, b: string | number, isByNumber: boolean): number {
  return isByNumber ? Number(typeof a === 'string') - Number(typeof b === 'string') : 0;
}

/** A text that orders as a person would: case and accents aside, 8x before 16x. */
function naturalKey(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'));
}

function kept<Value>(
  cache: WeakMap<readonly unknown[], Map<object, Value>>,
  rows: readonly unknown[],
  column: object,
  make: () => Value,
): Value {
  let columns = cache.get(rows);
  if (!columns) cache.set(rows, (columns = new Map<object, Value>()));
  let value = columns.get(column);
  if (value === undefined) columns.set(column, (value = make()));
  return value;
}
