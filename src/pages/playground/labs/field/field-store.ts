// The field's form and its newest runs: both kept while the view is left.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { createRunSet } from '#pages/playground/labs/runs/run-set.ts';
import type { CellMeasure } from './cell-figures.ts';
import { axisParameters, type FieldForm, type FieldPlan } from './field-plan.ts';

/** The form as typed, what tints the grid, and the cell that is open. */
export const useFieldForm = create<
  FieldForm & { readonly measure: CellMeasure; readonly openCell: number | null }
>(() => ({
  across: { parameter: 'temperature', values: '0, 0.5, 1, 1.5' },
  down: { parameter: 'top_p', values: '0.5, 0.9, 1' },
  n: '4',
  measure: 'distinct',
  openCell: null,
}));

const Axis = z.object({ parameter: z.enum(axisParameters), values: z.array(z.number()) });
const Plan = z.object({ across: Axis, down: Axis, n: z.number() });

/** The newest field. */
export const fieldRuns = createRunSet<FieldPlan>(
  {},
  { set: 'lab field', parse: (head) => Plan.safeParse(head).data ?? null },
);
