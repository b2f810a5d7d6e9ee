// Snapshot schema and diff: model prices, or hardware prices and availability.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';

const Figures = z.record(z.string(), z.union([z.number(), z.string()]));

/** Figures by record id and field, as sent; absent fields stay absent. */
export const Snapshot = z.object({
  connectionId: z.string(),
  kind: z.enum(['models', 'hardware']),
  /** Milliseconds since 1970. */
  atMs: z.number(),
  /** Set if this is the service's answer for one model, without prices; absent: a whole list. */
  model: z.optional(z.string()),
  records: z.record(z.string(), Figures),
});

export type Snapshot = z.infer<typeof Snapshot>;

/** Every price and the context length. */
export function snapshotModels(connectionId: string, models: readonly Model[], atMs: number): Snapshot {
  const records = models.map(({ id, pricing, context_length }): Entry => [
    id,
    figures({ ...pricing, context_length }),
  ]);
  return { connectionId, kind: 'models', atMs, records: Object.fromEntries(records) };
}

/** Prices only. Availability depends on a model, and has snapshots of its own. */
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
      /** Undefined if the field was, or is, absent. */
      readonly before: number | string | undefined;
      readonly after: number | string | undefined;
    };

/**
 * By id, in the order of the newer snapshot, then removed ones. An answer for a model only gives changed
 * figures, because it is not a list in which something is new or gone.
 */
export function differences(before: Snapshot, after: Snapshot): readonly Difference[] {
  if (after.model !== undefined) return changedFigures(before, after);
  const found = Object.entries(after.records).flatMap(([id, now]): readonly Difference[] => {
    const then = before.records[id];
    if (then === undefined) return [{ kind: 'added', id }];
    const fields = new Set([...Object.keys(then), ...Object.keys(now)]);
    // A list requested for another model, or for none, says nothing about an availability.
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

/** One figure over the snapshots, oldest first; snapshots without it are skipped. */
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
