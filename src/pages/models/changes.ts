// What changed in the list since the last visit: models that came and went, and prices before and after.
import { formatCounted } from '#lib/format.ts';
import { formatAge } from '#lib/time-words.ts';
import { differences, type Snapshot } from '#pricing/snapshot.ts';

/** A field that is another than it was; undefined where it was, or is, not there. */
export interface FieldChange {
  readonly field: string;
  readonly before: number | string | undefined;
  readonly after: number | string | undefined;
}

/** Changes since a visit, by model id. */
export interface Changes {
  /** When that visit ended, milliseconds since 1970. */
  readonly sinceMs: number;
  readonly added: ReadonlySet<string>;
  readonly removed: readonly string[];
  readonly changed: ReadonlyMap<string, readonly FieldChange[]>;
}

/** Compares two pages of the diary. */
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

/** "Since your last visit, 3 days ago: 2 new, 1 gone, 1 price changed"; null where nothing has changed. */
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

/** What a field was before, where it is another now. */
export function priceBefore(changes: Changes | null, id: string, field: string): FieldChange | undefined {
  return changes?.changed.get(id)?.find((change) => change.field === field);
}
