// Comparison columns, persisted.
import { create } from 'zustand';
import * as z from 'zod/mini';
import type { Client } from '#api/client.ts';
import { draftOfRequest } from '#draft/draft-of-request.ts';
import { replaceDraft, useDraft, useFilling, type Filling } from '#draft/draft-store.ts';
import { readDraft, type Draft } from '#draft/draft.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import type { Run } from '#run/run.ts';
import {
  applyColumn,
  type Changes,
  changedFields,
  Column,
  columnLimit,
  fixedColumn,
  keptColumn,
  newColumn,
  type Step,
  without,
  withoutStep,
} from './column.ts';
import { createKeptComparison } from './comparison.ts';

const Kept = z.object({
  columns: z.array(Column).check(z.minLength(1), z.maxLength(columnLimit)),
  scrollsTogether: z.boolean(),
});

/** At least one. */
export const useColumns = createStoredForm('inferdeck.compare', Kept, {
  // Not random: unless they are changed, only their runs are stored.
  columns: ['first', 'second'].map((id) => ({ id, model: '', changes: { numbers: {} } })),
  scrollsTogether: true,
});

export const {
  comparison,
  isLosing,
  restore: restoreComparison,
} = createKeptComparison('compare', (columnId) =>
  useColumns.getState().columns.some(({ id }) => id === columnId),
);

/** Columns were changed, or have run. */
function isUsed(): boolean {
  const { columns } = useColumns.getState();
  const isChanged = columns.some((column) => changedFields(column).size > 0 || column.model !== '');
  return isChanged || Object.keys(comparison.kept.getState()).length > 0;
}

/** The draft at temperature 0 and 1, before columns that are in use, unless there is no room; with a client it runs. */
export function compareTemperatures(client: Client | null, draft: Draft): void {
  const columns = isUsed() ? useColumns.getState().columns : [];
  const two = ['0', '1'].map(
    (temperature) =>
      columns.find((column) => isOnly(column, temperature)) ?? newColumn('', { numbers: { temperature } }),
  );
  const all = [...two, ...columns.filter((column) => !two.includes(column))];
  if (all.length > columnLimit) return;
  const { filling } = useFilling.getState();
  // No column to take back where both were there.
  if (without(two, columns).length === 0) {
    useColumns.setState({ columns: all });
    useStep.setState(({ step }) => ({ step: step?.filling ? { ...step, filling } : step }));
  } else takeStep('The example set columns 1 and 2.', all, filling);
  if (client === null) return;
  for (const column of two) {
    const own = applyColumn(draft, draft.model, column);
    const reading = readDraft(own);
    if (reading.ok) comparison.run(client, column.id, own, reading.request);
  }
}

function isOnly(column: Column, temperature: string): boolean {
  const { model, changes } = column;
  return model === '' && changes.numbers.temperature === temperature && changedFields(column).size === 1;
}

/**
 * A column that shows an ended run, with its model and parameters. Beside unused columns it is the first, and one is
 * left to vary. @returns false at the limit
 */
export async function addAnswer(run: Run): Promise<boolean> {
  // What was saved, and is read later, would come twice.
  await restoreComparison();
  const draft = draftOfRequest(run.request);
  const column = fixedColumn(draft);
  if (!isUsed()) useColumns.setState({ columns: [column, newColumn('')] });
  else if (useColumns.getState().columns.length >= columnLimit) return false;
  else addColumn(column);
  comparison.adopt(column.id, draft, run);
  return true;
}

/** At the end, or behind its original. A no-op at the limit. @returns its id */
export function addColumn(column: Column, behind?: string): string {
  const { columns } = useColumns.getState();
  if (columns.length >= columnLimit) return column.id;
  const at = columns.findIndex(({ id }) => id === behind);
  useColumns.setState({ columns: columns.toSpliced(at === -1 ? columns.length : at + 1, 0, column) });
  return column.id;
}

/** Before the draft is replaced: each column goes on sending its model and parameters. Models are not empty. */
export function keepColumns(before: Draft, after: Draft): void {
  useColumns.setState(({ columns }) => ({
    columns: columns.map((column) => keptColumn(column, before, after)),
  }));
}

/** The last removal or example. What it removed keeps its runs until the next step or a run. */
export const useStep = create<{
  readonly step: (Step & { readonly words: string; readonly filling: Filling | null }) | null;
}>(() => ({ step: null }));

function takeStep(words: string, after: Column[], filling: Filling | null = null): void {
  const { columns: before } = useColumns.getState();
  forgetStep();
  useStep.setState({ step: { words, before, after, filling } });
  useColumns.setState({ columns: after });
}

/** Keeps the last column. Can be undone. */
export function removeColumn(id: string): void {
  const { columns } = useColumns.getState();
  const at = columns.findIndex((each) => each.id === id);
  if (columns.length === 1 || at === -1) return;
  comparison.stop(id);
  takeStep(`Removed column ${at + 1} and its runs.`, columns.toSpliced(at, 1));
}

export function undoStep(): void {
  const { step } = useStep.getState();
  const columns = step && withoutStep(step, useColumns.getState().columns);
  if (step === null || columns === null) return;
  useStep.setState({ step: null });
  useColumns.setState({ columns });
  const { filling } = step;
  // What was edited since stays.
  if (filling?.draft === useDraft.getState().draft) replaceDraft(filling.before, { how: 'history' });
  for (const { id } of without(step.after, step.before)) comparison.forget(id);
}

export function forgetStep(): void {
  const { step } = useStep.getState();
  if (step !== null) for (const { id } of without(step.before, step.after)) comparison.forget(id);
  useStep.setState({ step: null });
}

export function changeColumn(
  id: string,
  change: { readonly model?: string; readonly changes?: Changes },
): void {
  useColumns.setState(({ columns }) => ({
    columns: columns.map((each) => (each.id === id ? { ...each, ...change } : each)),
  }));
}
