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

function makeKeys<Row>(values: readonly CellValue[], { compare }: Column<Row>): SortKeys {
  const keys = new Float64Array(values.length);
  const groups = new Uint8Array(values.length);
  const isByNumber = values.some((value) => typeof value === 'number');
  const ranked: Ranked[] = [];
  for (const [index, value] of values.entries()) {
    if (isMissing(value)) {
      groups[index] = 2;
      continue;
    }
    if (isByNumber && typeof value === 'string') groups[index] = 1;
    if (typeof value === 'number' && compare === undefined) keys[index] = value;
    else ranked.push({ index, value, text: compare ? '' : naturalKey(String(value)) });
  }
  const order = compare
    ? (a: Ranked, b: Ranked) => (groups[a.index] ?? 0) - (groups[b.index] ?? 0) || compare(a.value, b.value)
    : (a: Ranked, b: Ranked) => (a.text < b.text ? -1 : Number(a.text > b.text));
  let place = 0;
  let previous: Ranked | undefined;
  // Texts are compared once, and not for every sort again; equal ones share a place, so that the next key decides.
  for (const each of ranked.sort(order)) {
    if (previous !== undefined && order(previous, each) !== 0) place++;
    keys[each.index] = place;
    previous = each;
  }
  return { keys, groups };
}

interface Ranked {
  readonly index: number;
  readonly value: string | number;
  readonly text: string;
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
