// What a page remembers of the answers to one client: how often nothing was new, and every fine-tune that was ever listed.
import type { Client } from '#api/client.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { isOver } from '#api/fine-tune-status.ts';

/** A fine-tune as it was listed last. */
export interface Seen {
  readonly fineTune: FineTune;
  readonly raw: unknown;
  /** Unix milliseconds of the answer. */
  readonly atMs: number;
  /** The status that said it was over, where a later answer says that it is not; else null. */
  readonly cameBackFrom: string | null;
}

/** Changes with every answer and lives as long as the client does. */
export interface ListMemory {
  /** Answers in a row that said nothing new. */
  unchangedCount: number;
  /** Requests in a row that failed. */
  failureCount: number;
  /** Milliseconds that the service's clock is ahead of this one, at least: by the newest time in its answers; null without one. */
  leastAheadMs: number | null;
  /** By id, in the order of their first appearance. */
  readonly seen: Map<string, Seen>;
}

const memories = new WeakMap<Client, ListMemory>();

/** The memory of a client; the same object every time. */
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

/** Takes in an answer. @param isNews whether it differs from the one before */
export function rememberList(
  memory: ListMemory,
  list: RecordList<FineTune>,
  isNews: boolean,
  nowMs: number,
): void {
  memory.failureCount = 0;
  memory.unchangedCount = isNews ? 0 : memory.unchangedCount + 1;
  const newestMs = newestTime(list.items);
  // Nothing is told before it happened: the clock of the service stood there, or later.
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

/** What was listed before and is not in this list. */
export function goneFrom(memory: ListMemory, list: RecordList<FineTune>): readonly Seen[] {
  const listed = new Set(list.items.map(({ id }) => id));
  return [...memory.seen.values()].filter(({ fineTune }) => !listed.has(fineTune.id));
}
