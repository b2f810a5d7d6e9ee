// Which rows of the data a run works through.
import { Random } from '#lib/random.ts';

/** All rows, the first ones, or a sample that is the same for the same seed. */
export type RowChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'first'; readonly count: number }
  | { readonly kind: 'sample'; readonly count: number; readonly seed: number };

/** Positions of the chosen rows, rising: a sample too keeps the order of the data. */
export function chooseRows(rowCount: number, choice: RowChoice): number[] {
  const all = Array.from({ length: rowCount }, (_, index) => index);
  if (choice.kind === 'all') return all;
  if (choice.kind === 'first') return all.slice(0, choice.count);
  const chosen = new Random(choice.seed).shuffle(all).slice(0, choice.count);
  return chosen.toSorted((one, other) => one - other);
}
