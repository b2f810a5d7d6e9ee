// Data setup form, persisted.
import { useMemo } from 'react';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { Random } from '#lib/random.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { parseNumber, parseWithUnit } from '#ui/number-text.ts';
import type { BudgetUnit } from './budget.ts';
import { checkIn, type Check } from './check.ts';
import type { RunLimits } from './pause-reason.ts';
import { Output } from './plan.ts';

/** Numbers are text until Start. */
const Setup = z.object({
  outputs: z.array(Output).check(z.minLength(1)),
  rows: z.enum(['all', 'first', 'sample']),
  rowCount: z.string(),
  rowSeed: z.string(),
  atOnce: z.number(),
  unit: z.enum(['dollars', 'tokens']),
  bound: z.string(),
  autoResume: z.boolean(),
  check: z.object({
    kind: z.enum(['exact', 'contains', 'regex']),
    column: z.nullable(z.string()),
    isCaseSensitive: z.boolean(),
    isJson: z.boolean(),
  }),
});
type Setup = z.infer<typeof Setup>;

export const useSetup = createStoredForm<Setup>('inferdeck.data-setup', Setup, {
  outputs: [{ id: 0, model: '', changes: {} }],
  rows: 'all',
  rowCount: '20',
  rowSeed: '1',
  atOnce: 2,
  unit: 'dollars',
  bound: '',
  autoResume: false,
  check: { kind: 'exact', column: null, isCaseSensitive: false, isJson: false },
});

/** @param columns of the data */
export function useCheck(columns: readonly string[]): Check {
  const check = useSetup((state) => state.check);
  return useMemo(() => checkIn(check, columns), [check, columns]);
}

type SetupReading =
  | { readonly ok: true; readonly choice: RowChoice; readonly limits: RunLimits }
  | {
      readonly ok: false;
      /** Null if it is what is wrong. */
      readonly choice: RowChoice | null;
      readonly field: 'rows' | 'seed' | 'bound';
      readonly message: string;
    };

/** Tokens for an empty field without prices. */
export function boundUnit(unit: BudgetUnit, bound: string, hasPrices: boolean): BudgetUnit {
  return hasPrices || bound.trim() !== '' ? unit : 'tokens';
}

export function typeBound(unit: BudgetUnit, bound: string): void {
  useSetup.setState({ unit, bound });
}

/** The amount was in the other unit. */
export function changeUnit(unit: BudgetUnit): void {
  useSetup.setState({ unit, bound: '' });
}

export function readSetup(setup: Setup, hasPrices: boolean): SetupReading {
  const unit = boundUnit(setup.unit, setup.bound, hasPrices);
  const count = parseNumber(setup.rowCount);
  const seed = parseNumber(setup.rowSeed);
  if (setup.rows !== 'all' && !isWhole(count, 1))
    return refuse('rows', 'The row count must be a whole number, 1 or more.');
  if (setup.rows === 'sample' && !isWhole(seed, 0))
    return refuse('seed', 'The seed must be a whole number, 0 or more.');
  const choice: RowChoice =
    setup.rows === 'all'
      ? { kind: 'all' }
      : setup.rows === 'first'
        ? { kind: 'first', count: count ?? 0 }
        : { kind: 'sample', count: count ?? 0, seed: seed ?? 0 };
  const bound = readBound(setup.bound, unit);
  if (bound === undefined) return refuse('bound', 'The budget must be zero or a positive number.', choice);
  if (unit === 'dollars' && !hasPrices)
    return refuse('bound', 'A price is unknown: set the budget in tokens or leave it empty.', choice);
  const { atOnce, autoResume } = setup;
  return { ok: true, choice, limits: { atOnce, autoResume, unit, bound } };
}

type Refusal = Exclude<SetupReading, { ok: true }>;

function refuse(field: Refusal['field'], message: string, choice: RowChoice | null = null): Refusal {
  return { ok: false, choice, field, message };
}

/** May be typed with the budget. */
export const typedUnits: Readonly<Record<BudgetUnit, string>> = { dollars: '$', tokens: 'tokens' };

/** Null for none, undefined if invalid. */
export function readBound(text: string, unit: BudgetUnit): number | null | undefined {
  const bound = parseWithUnit(text, { unit: typedUnits[unit] });
  return bound !== null && bound !== undefined && bound < 0 ? undefined : bound;
}

function isWhole(value: number | null | undefined, least: number): boolean {
  return value !== null && value !== undefined && Number.isSafeInteger(value) && value >= least;
}

/** A seed always gives the same sample. */
export type RowChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'first'; readonly count: number }
  | { readonly kind: 'sample'; readonly count: number; readonly seed: number };

/** Positions in data order. */
export function chooseRows(rowCount: number, choice: RowChoice): number[] {
  const all = Array.from({ length: rowCount }, (_, index) => index);
  if (choice.kind === 'all') return all;
  if (choice.kind === 'first') return all.slice(0, choice.count);
  const chosen = new Random(choice.seed).shuffle(all).slice(0, choice.count);
  return chosen.toSorted((one, other) => one - other);
}
