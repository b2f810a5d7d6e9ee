// Snapshot schema and diff.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';

const Figures = z.record(z.string(), z.union([z.number(), z.string()]));

/** By record id and field, as sent. */
export const Snapshot = z.object({
  connectionId: z.string(),
  kind: z.enum(['models', 'hardware']),
  /** Unix milliseconds. */
  atMs: z.number(),
  /** An answer for this model, without prices; absent: a whole list. */
  model: z.optional(z.string()),
  records: z.record(z.string(), Figures),
});

export type Snapshot = z.infer<typeof Snapshot>;

/** Prices and context length. */
export function snapshotModels(connectionId: string, models: readonly Model[], atMs: number): Snapshot {
  const records = models.map(({ id, pricing, context_length }): Entry => [
    id,
    figures({ ...pricing, context_length }),
  ]);
  return { connectionId, kind: 'models', atMs, records: Object.fromEntries(records) };
}

/** Prices only: availability depends on a model. */
export function snapshotHardware(
  connectionId: string,
  hardware: readonly Hardware[],
  atMs: number,
): Snapshot {
  const records = hardware.map(({ id, pricing }): Entry => [id, figures({ ...pricing })]);
  return { connectionId, kind: 'hardware', atMs, records: Object.fromEntries(records) };
}

type Entry = readonly [string, Record<string, number | string>];

function figures(fields: Readonly<Record<string, unknown>>): Record<string, number | string> {
  const kept = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(kept);
}

export type Difference =
  | { readonly kind: 'added' | 'removed'; readonly id: string }
  | {
      readonly kind: 'changed';
      readonly id: string;
      readonly field: string;
      /** Undefined if absent. */
      readonly before: number | string | undefined;
      readonly after: number | string | undefined;
    };

/** In the newer order, then removed ones. An answer for a model only gives changed figures. */
export function differences(before: Snapshot, after: Snapshot): readonly Difference[] {
  if (after.model !== undefined) return changedFigures(before, after);
  const found = Object.entries(after.records).flatMap(([id, now]): readonly Difference[] => {
    const then = before.records[id];
    if (then === undefined) return [{ kind: 'added', id }];
    const fields = new Set([...Object.keys(then), ...Object.keys(now)]);
    // A list for another model says nothing about an availability.
    return [...fields].flatMap((field): readonly Difference[] => {
      const [was, is] = [then[field], now[field]];
      const isUnasked = field.startsWith('availability ') && (was === undefined || is === undefined);
      return was === is || isUnasked ? [] : [{ kind: 'changed', id, field, before: was, after: is }];
    });
  });
  const gone = Object.keys(before.records).filter((id) => !(id in after.records));
  return [...found, ...gone.map((id): Difference => ({ kind: 'removed', id }))];
}

function changedFigures(before: Snapshot, after: Snapshot): readonly Difference[] {
  return Object.entries(after.records).flatMap(([id, now]) =>
    Object.entries(now).flatMap(([field, is]): readonly Difference[] => {
      const was = before.records[id]?.[field];
      return was === undefined || was === is ? [] : [{ kind: 'changed', id, field, before: was, after: is }];
    }),
  );
}

/** Oldest first. */
export function historyOf(
  pages: readonly Snapshot[],
  id: string,
  field: string,
): readonly { readonly atMs: number; readonly value: number | string }[] {
  return pages.flatMap(({ atMs, records }) => {
    const value = records[id]?.[field];
    return value === undefined ? [] : [{ atMs, value }];
  });
}
