// Polled fine-tunes query: sharing by id, delays, memory of earlier answers.
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#api/client.ts';
import { isAbort } from '#api/errors.ts';
import { statusKind, type StatusKind, isOver } from '#api/fine-tune-status.ts';
import { fineTunesQuery } from '#api/queries.ts';
import type { FineTune, FineTuneEvent } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { pollDelayMs, pollHistory, type PolledState, type PollHistory } from '#connection/polling.ts';
import { readTimeMs } from '#lib/read-time.ts';

/** Shares the cache entry of `fineTunesQuery`, but does not poll. */
export function polledFineTunesQuery(client: Client) {
  const { queryKey, ...common } = fineTunesQuery(client);
  return queryOptions({
    ...common,
    queryKey,
    // By position would be wrong: the queryFn shares by id.
    structuralSharing: false,
    // The embedded service works offline, too.
    networkMode: 'always',
    queryFn: async ({ signal, client: cache }) => {
      const memory = listMemory(client);
      const before = cache.getQueryData(queryKey);
      try {
        const list = shareFineTunes(before, await client.listFineTunes({ signal, before }));
        rememberList(memory, list, list !== before, Date.now());
        return list;
      } catch (error) {
        if (!isAbort(error)) memory.failureCount += 1;
        throw error;
      }
    },
  });
}

/**
 * Pure between two requests.
 * @param openId the fine-tune whose page is open
 */
export function delayOf(
  state: PolledState<RecordList<FineTune>>,
  memory: ListMemory,
  openId: string | null,
): number | false {
  const { data } = state;
  const listed = data?.items.find(({ id }) => id === openId);
  // One that is no longer listed is polled as it was.
  const open = listed ?? memory.seen.get(openId ?? '')?.fineTune;
  return listDelayMs({
    ...pollHistory(state, memory),
    statuses: data?.items.map(({ status }) => status) ?? null,
    openStatus: open === undefined ? null : (open.status ?? ''),
    isMissing: data !== undefined && openId !== null && open === undefined,
  });
}

export interface PollFacts extends PollHistory {
  /** In the last answer; null before the first. */
  readonly statuses: readonly (string | undefined)[] | null;
  /** Of the fine-tune whose page is open. */
  readonly openStatus: string | null;
  /** The one whose page is open was never listed: it may have been started only now. */
  readonly isMissing: boolean;
}

/** From the end of one request to the next; false to stop. */
export function listDelayMs(facts: PollFacts): number | false {
  if (facts.isMissing) return pollDelayMs(5_000, { ...facts, unchangedCount: 0 });
  return pollDelayMs(restMs(facts), facts);
}

/**
 * Polls only for notifications, at most once a minute.
 * @param delayMs of a visible tab
 */
export function hiddenDelayMs(delayMs: number | false): number | false {
  return delayMs === false ? false : Math.max(delayMs, 60_000);
}

/** While every answer has news. */
function restMs({ statuses, openStatus }: PollFacts): number {
  if (openStatus !== null && statusKind(openStatus) === 'running') return 5_000;
  const kinds = new Set<StatusKind>(statuses?.map(statusKind));
  if (kinds.has('running')) return 15_000;
  if (kinds.has('queued')) return 30_000;
  if (kinds.has('unknown')) return 60_000;
  return 120_000;
}

/** Equal objects are reused by id, or the whole list if all are. */
export function shareFineTunes(
  before: RecordList<FineTune> | undefined,
  now: RecordList<FineTune>,
): RecordList<FineTune> {
  if (before === undefined) return now;
  const known = new Map(before.items.map((item, index) => [item.id, index]));
  const places = now.items.map(({ id }) => known.get(id) ?? -1);
  const items = now.items.map((item, index) => shareFineTune(before.items[places[index] ?? -1], item));
  const raw = now.raw.map((each, index) => {
    const place = places[index] ?? -1;
    return items[index] === before.items[place] ? before.raw[place] : each;
  });
  const isSame =
    items.length === before.items.length &&
    items.every((item, index) => item === before.items[index]) &&
    same(before.unreadable, now.unreadable) &&
    same(before.notes, now.notes);
  return isSame ? before : { ...now, items, raw };
}

function shareFineTune(before: FineTune | undefined, now: FineTune): FineTune {
  if (before === undefined) return now;
  const events = shareEvents(before.events, now.events);
  const isSame = events === before.events && same({ ...before, events: null }, { ...now, events: null });
  return isSame ? before : { ...now, ...(events !== undefined && { events }) };
}

function shareEvents(
  before: FineTuneEvent[] | undefined,
  now: FineTuneEvent[] | undefined,
): FineTuneEvent[] | undefined {
  if (before === undefined || now === undefined) return now;
  // Ten thousand events that are read on are the same objects already.
  let known: Map<string, FineTuneEvent> | undefined;
  const shared = now.map((event, index) => {
    if (event === before[index]) return event;
    known ??= new Map(before.map((each) => [each.hash ?? '', each]));
    const old = before[index]?.hash === event.hash ? before[index] : known.get(event.hash ?? '');
    // A hash identifies an event for good; else its whole text is compared.
    return old !== undefined && (event.hash || same(old, event)) ? old : event;
  });
  const isSame = shared.length === before.length && shared.every((event, index) => event === before[index]);
  return isSame ? before : shared;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

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
  /** By hand; the next answer does not count as one without news. */
  isAsked: boolean;
  /** By hand, until resumed. */
  isPaused: boolean;
  /** Lower bound, by the newest time in answers; null without one. */
  minAheadMs: number | null;
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
    isAsked: false,
    isPaused: false,
    minAheadMs: null,
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
  memory.unchangedCount = isNews ? 0 : memory.unchangedCount + (memory.isAsked ? 0 : 1);
  memory.isAsked = false;
  const newestMs = newestTime(list.items);
  // Nothing is reported before it happens.
  if (newestMs !== null) memory.minAheadMs = Math.max(memory.minAheadMs ?? -Infinity, newestMs - nowMs);
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
