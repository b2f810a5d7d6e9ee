// Comparison columns, persisted.
import { create } from 'zustand';
import * as z from 'zod/mini';
import type { Client } from '#api/client.ts';
import { readDraft, type Draft } from '#draft/draft.ts';
import { stored } from '#lib/stored.ts';
import { applyColumn, type Changes, changedFields, Column, columnLimit, newColumn } from './column.ts';
import { createKeptComparison } from './comparison.ts';

const Kept = z.object({
  columns: z.array(Column).check(z.minLength(1), z.maxLength(columnLimit)),
  scrollsTogether: z.boolean(),
});
type Kept = z.infer<typeof Kept>;

const entry = stored<Kept>({
  key: 'inferdeck.compare',
  version: 1,
  parse: (value) => Kept.safeParse(value).data ?? null,
  fallback: { columns: [newColumn(''), newColumn('')], scrollsTogether: true },
  storage: () => localStorage,
});

/** At least one. */
export const useColumns = create<Kept>(() => entry.read());

useColumns.subscribe((kept) => entry.write(kept));

export const { comparison, restore: restoreComparison } = createKeptComparison('compare', (columnId) =>
  useColumns.getState().columns.some(({ id }) => id === columnId),
);

/** Runs the draft at temperature 0 and 1, unless columns were changed or have run. */
export function compareTemperatures(client: Client, draft: Draft): void {
  const { columns } = useColumns.getState();
  const isUsed = columns.some((column) => changedFields(column).size > 0 || column.model !== '');
  if (isUsed || Object.keys(comparison.kept.getState()).length > 0) return;
  const two = ['0', '1'].map((temperature) => newColumn('', { numbers: { temperature } }));
  useColumns.setState({ columns: two });
  for (const column of two) {
    const own = applyColumn(draft, draft.model, column);
    const reading = readDraft(own);
    if (reading.ok) comparison.run(client, column.id, own, reading.request);
  }
}

/** At the end, or behind its original. A no-op at the limit. @returns its id */
export function addColumn(column: Column, behind?: string): string {
  const { columns } = useColumns.getState();
  if (columns.length >= columnLimit) return column.id;
  const at = columns.findIndex(({ id }) => id === behind);
  useColumns.setState({ columns: columns.toSpliced(at === -1 ? columns.length : at + 1, 0, column) });
  return column.id;
}

/** The last removed column; keeps its runs until another removal or page close. */
export const useRemoved = create<{
  readonly removed: { readonly column: Column; readonly at: number } | null;
}>(() => ({ removed: null }));

/** Keeps the last column. Can be undone. */
export function removeColumn(id: string): void {
  const { columns } = useColumns.getState();
  const at = columns.findIndex((each) => each.id === id);
  const column = columns[at];
  if (columns.length === 1 || column === undefined) return;
  forgetRemoved();
  comparison.stop(id);
  useRemoved.setState({ removed: { column, at } });
  useColumns.setState({ columns: columns.toSpliced(at, 1) });
}

export function restoreColumn(): void {
  const { removed } = useRemoved.getState();
  const { columns } = useColumns.getState();
  if (removed === null || columns.length >= columnLimit) return;
  useRemoved.setState({ removed: null });
  useColumns.setState({ columns: columns.toSpliced(removed.at, 0, removed.column) });
}

export function forgetRemoved(): void {
  const { removed } = useRemoved.getState();
  if (removed !== null) comparison.forget(removed.column.id);
  useRemoved.setState({ removed: null });
}

export function changeColumn(
  id: string,
  change: { readonly model?: string; readonly changes?: Changes },
): void {
  useColumns.setState(({ columns }) => ({
    columns: columns.map((each) => (each.id === id ? { ...each, ...change } : each)),
  }));
}
