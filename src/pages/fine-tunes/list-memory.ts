// Memory per client: unchanged answers, failures, formerly listed fine-tunes.
import type { Client } from '#api/client.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { isOver } from '#api/fine-tune-status.ts';

export interface Seen {
  readonly fineTune: FineTune;
  readonly raw: unknown;
  /** Unix milliseconds of the answer. */
  readonly atMs: number;
  /** The terminal status before a later one that was not; else null. */
  readonly cameBackFrom: string | null;
}

/** Mutable; lives as long as the client. */
export interface ListMemory {
  /** Consecutive answers without news. */
  unchangedCount: number;
  failureCount: number;
  /** Lower bound, by the newest time in answers; null without one. */
  leastAheadMs: number | null;
  /** By id, in order of first appearance. */
  readonly seen: Map<string, Seen>;
}

const memories = new WeakMap<Client, ListMemory>();

export function listMemory(client: Client): ListMemory {
  const known = memories.get(client);
  if (known !== undefined) return known;
  const memory: ListMemory = {
    unchangedCount: 0,
    failureCount: 0,
    leastAheadMs: null,
    seen: new Map<string, Seen>(),
  };
  memories.set(client, memory);
  return memory;
}

/** @param isNews differs from the last answer */
export function rememberList(
  memory: ListMemory,
  list: RecordList<FineTune>,
  isNews: boolean,
  nowMs: number,
): void {
  memory.failureCount = 0;
  memory.unchangedCount = isNews ? 0 : memory.unchangedCount + 1;
  const newestMs = newestTime(list.items);
  // Nothing is reported before it happens.
  if (newestMs !== null) memory.leastAheadMs = Math.max(memory.leastAheadMs ?? -Infinity, newestMs - nowMs);
  for (const [index, fineTune] of list.items.entries()) {
    const cameBackFrom = cameBack(memory.seen.get(fineTune.id), fineTune);
    memory.seen.set(fineTune.id, { fineTune, raw: list.raw[index], atMs: nowMs, cameBackFrom });
  }
}

function newestTime(items: readonly FineTune[]): number | null {
  const times = items.flatMap(({ updated_at: updated, events }) => [
    readTimeMs(updated) ?? -Infinity,
    readTimeMs(events?.at(-1)?.created_at) ?? -Infinity,
  ]);
  const newest = times.reduce((one, other) => Math.max(one, other), -Infinity);
  return newest === -Infinity ? null : newest;
}

function cameBack(before: Seen | undefined, { status }: FineTune): string | null {
  if (before === undefined || isOver(status)) return null;
  const { status: earlier = '' } = before.fineTune;
  return isOver(earlier) ? earlier : before.cameBackFrom;
}

export function goneFrom(memory: ListMemory, list: RecordList<FineTune>): readonly Seen[] {
  const listed = new Set(list.items.map(({ id }) => id));
  return [...memory.seen.values()].filter(({ fineTune }) => !listed.has(fineTune.id));
}
