// Comparison column: a model and parameter overrides.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { fieldNames, numberFields, switchFields, textFields } from '#api/schema/request-fields.ts';
import { recordOf, type Draft } from '#draft/draft.ts';
import { parameterChanges } from '#draft/parameter-changes.ts';
import { randomId } from '#lib/random-id.ts';

/** Absent: unchanged; empty number or null: not sent, even if the draft sends it. */
const Changes = z.object({
  numbers: z.partialRecord(z.enum(numberFields), z.string()),
  stop: z.optional(z.array(z.string())),
  ...recordOf(switchFields, () => z.optional(z.nullable(z.boolean()))),
  stream: z.optional(z.boolean()),
  ...recordOf(textFields, () => z.optional(z.string())),
  logit_bias: z.optional(z.array(z.object({ token: z.string(), bias: z.string() }))),
});

export const Column = z.object({
  id: z.string(),
  /** Empty: the draft's model. */
  model: z.string(),
  changes: Changes,
});

export type Changes = z.infer<typeof Changes>;

export type Column = z.infer<typeof Column>;

export const columnLimit = 12;

export function newColumn(model: string, changes: Changes = { numbers: {} }): Column {
  return { id: randomId(), model, changes };
}

/** @param model the draft's or the default one */
export function applyColumn(draft: Draft, model: string, { model: own, changes }: Column): Draft {
  const texts = Object.entries({ ...draft.numbers, ...changes.numbers });
  return {
    ...draft,
    model: own || model,
    numbers: Object.fromEntries(texts.filter(([, text]) => text.trim() !== '')),
    stop: changes.stop ?? draft.stop,
    ...recordOf(
      switchFields,
      (name) => (changes[name] === undefined ? draft[name] : changes[name]) ?? undefined,
    ),
    stream: changes.stream ?? draft.stream,
    ...recordOf(textFields, (name) => changes[name] ?? draft[name]),
    logit_bias: changes.logit_bias ?? draft.logit_bias,
  };
}

/** Sends what the request of the draft sends, whatever becomes of the page's own draft. */
export function fixedColumn(draft: Draft): Column {
  return newColumn(draft.model, {
    numbers: recordOf(numberFields, (name) => draft.numbers[name] ?? ''),
    stop: draft.stop,
    ...recordOf(switchFields, (name) => draft[name] ?? null),
    stream: draft.stream,
    ...recordOf(textFields, (name) => draft[name]),
    logit_bias: draft.logit_bias,
  });
}

/**
 * Sends the same model and parameters after the page's draft has been replaced; its own stay its own, even where they
 * equal the draft's. Models are not empty.
 */
export function keptColumn(column: Column, before: Draft, after: Draft): Column {
  const own = applyColumn(before, before.model, column);
  const fixed = new Set<string>([
    ...changedFields(column),
    ...parameterChanges(after, own).map(({ name }) => name),
  ]);
  const { numbers, ...others } = fixedColumn(own).changes;
  const kept = <Value>(fields: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => fixed.has(name)));
  return {
    id: column.id,
    model: column.model === '' && own.model === after.model ? '' : own.model,
    changes: { ...kept(others), numbers: kept(numbers) },
  };
}

/** Wire names. */
export function changedFields({ changes }: Column): ReadonlySet<string> {
  const { numbers, ...others } = changes;
  const set = Object.entries(others).filter(([, value]) => value !== undefined);
  return new Set([...Object.keys(numbers), ...set.map(([name]) => name)]);
}

export interface Difference {
  readonly field: string;
  readonly value: string;
}

/** Without model and prompt. */
export function differences(first: Draft, other: Draft): readonly Difference[] {
  return parameterChanges(first, other).map(({ name, after }) => ({
    field: name,
    value: after ?? 'default',
  }));
}

/** What the first column has where any other differs, in form order. */
export function baselineValues(first: Draft, others: readonly Draft[]): readonly Difference[] {
  const values = others.flatMap((other) => differences(other, first));
  const byField = new Map(values.map(({ field, value }) => [field, value]));
  return fieldNames.flatMap((field) => {
    const value = byField.get(field);
    return value === undefined ? [] : [{ field, value }];
  });
}

/**
 * Second line of a column's head: against the first column, a lone one against the page's draft. Quiet without any
 * difference. Models are not empty.
 */
export function describeColumn(
  shared: Draft,
  drafts: readonly Draft[],
  index: number,
): { readonly text: string; readonly isQuiet: boolean } {
  const own = drafts[index] ?? shared;
  const isAlone = drafts.length === 1;
  const first = (isAlone ? undefined : drafts[0]) ?? shared;
  const isBaseline = !isAlone && index === 0;
  const differing = isBaseline ? baselineValues(own, drafts) : differences(first, own);
  const step = /:(\d+)$/.exec(own.model)?.[1];
  const words = [
    ...(step === undefined ? [] : [`step ${step}`]),
    ...(isBaseline && differing.length > 0 ? ['Baseline'] : []),
    ...differing.map(({ field, value }) => `${field} ${value}`),
  ];
  if (words.length > 0) return { text: words.join(' · '), isQuiet: false };
  if (isBaseline) return { text: 'Baseline', isQuiet: true };
  const isSameModel = own.model === first.model;
  if (isAlone) return { text: isSameModel ? 'Current settings' : 'same parameters as Write', isQuiet: true };
  return { text: `same ${isSameModel ? 'as' : 'parameters as'} baseline`, isQuiet: true };
}

/** Two models under different parameters: what differs may be due to either. */
export function isUnequal(first: Draft, other: Draft): boolean {
  return first.model !== other.model && differences(first, other).length > 0;
}

/** What an answer was sent with, where the next request differs; empty where nothing does. */
export function sentOtherwise(sent: Draft, next: Draft): string {
  const parts = [
    ...(sent.model === next.model ? [] : [sent.model]),
    ...differences(next, sent).map(({ field, value }) => `${field} ${value}`),
    ...(sent.prompt === next.prompt ? [] : ['another prompt']),
  ];
  return parts.length === 0 ? '' : `answer with ${parts.join(' · ')}`;
}

export interface Step {
  readonly before: readonly Column[];
  readonly after: readonly Column[];
}

/** Undoes what a step added and removed, not what was changed since; null where there is no room. */
export function withoutStep({ before, after }: Step, columns: readonly Column[]): Column[] | null {
  const left = without(columns, without(after, before));
  const all = without(before, after).reduce(
    (list, column) => list.toSpliced(before.indexOf(column), 0, column),
    left,
  );
  return all.length > columnLimit ? null : all;
}

/** By id. */
export function without(columns: readonly Column[], others: readonly Column[]): Column[] {
  return columns.filter(({ id }) => !others.some((other) => other.id === id));
}
