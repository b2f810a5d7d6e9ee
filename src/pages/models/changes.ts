// Diff of the model list since the last visit: models and prices.
import { formatCounted, formatAge } from '#lib/format.ts';
import { differences, type Snapshot } from '#pricing/snapshot.ts';

/** Undefined if the field was, or is, absent. */
export interface FieldChange {
  readonly field: string;
  readonly before: number | string | undefined;
  readonly after: number | string | undefined;
}

/** By model id. */
export interface Changes {
  /** When that visit ended, milliseconds since 1970. */
  readonly sinceMs: number;
  readonly added: ReadonlySet<string>;
  readonly removed: readonly string[];
  readonly changed: ReadonlyMap<string, readonly FieldChange[]>;
}

export function changesBetween(before: Snapshot, after: Snapshot, sinceMs: number): Changes {
  const added = new Set<string>();
  const removed: string[] = [];
  const changed = new Map<string, FieldChange[]>();
  for (const each of differences(before, after)) {
    if (each.kind === 'changed') changed.set(each.id, [...(changed.get(each.id) ?? []), each]);
    else if (each.kind === 'added') added.add(each.id);
    else removed.push(each.id);
  }
  return { sinceMs, added, removed, changed };
}

/** "Since your last visit, 3 days ago: 2 new, 1 gone, 1 price changed"; null without changes. */
export function changesText({ sinceMs, added, removed, changed }: Changes, nowMs: number): string | null {
  const fields = [...changed.values()];
  const priced = fields.filter((list) => list.some(({ field }) => field !== 'context_length')).length;
  const resized = fields.filter((list) => list.some(({ field }) => field === 'context_length')).length;
  const parts = [
    added.size > 0 && `${added.size} new`,
    removed.length > 0 && `${removed.length} gone`,
    priced > 0 && `${formatCounted(priced, 'price')} changed`,
    resized > 0 && `${formatCounted(resized, 'context')} changed`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return `Since your last visit, ${formatAge(nowMs - sinceMs)} ago: ${parts.join(', ')}`;
}

/** A field's previous value, if it has changed. */
export function priceBefore(changes: Changes | null, id: string, field: string): FieldChange | undefined {
  return changes?.changed.get(id)?.find((change) => change.field === field);
}
