// Watch list schema and transitions: job ids, last statuses, never keys.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';

const Watched = z.object({
  jobId: z.string().check(z.minLength(1), z.maxLength(256)),
  /** The service that knows the job. */
  baseUrl: z.string(),
  wantsNotice: z.boolean(),
  /** Null before the first answer. */
  seen: z.nullable(z.object({ status: z.string(), type: z.string(), what: z.string(), atMs: z.number() })),
});

/** A job id is unique only within one service. */
export type Watched = z.infer<typeof Watched>;

/** `what` describes the job. */
export type Seen = NonNullable<Watched['seen']>;

/** Newest first. */
export type WatchList = readonly Watched[];

const WatchListSchema = z.array(Watched);
const mostWatched = 200;

/** Null if unreadable. */
export function parseWatchList(value: unknown): WatchList | null {
  return WatchListSchema.safeParse(value).data ?? null;
}

/** At the head; known ones keep their place and data. */
export function watch(list: WatchList, baseUrl: string, jobIds: readonly string[]): WatchList {
  const fresh = jobIds.filter((jobId) => find(list, baseUrl, jobId) === undefined);
  const added = fresh.map((jobId) => ({ jobId, baseUrl, wantsNotice: false, seen: null }));
  return [...added, ...list].slice(0, mostWatched);
}

export function unwatch(list: WatchList, baseUrl: string, jobId: string): WatchList {
  return list.filter((each) => !isIt(each, baseUrl, jobId));
}

/** @param place the job's former index */
export function rewatch(list: WatchList, watched: Watched, place: number): WatchList {
  return unwatch(list, watched.baseUrl, watched.jobId).toSpliced(place, 0, watched);
}

/** Returns the same list if there is no such job. */
export function change(
  list: WatchList,
  baseUrl: string,
  jobId: string,
  part: Partial<Pick<Watched, 'wantsNotice' | 'seen'>>,
): WatchList {
  if (find(list, baseUrl, jobId) === undefined) return list;
  return list.map((each) => (isIt(each, baseUrl, jobId) ? { ...each, ...part } : each));
}

export function find(list: WatchList, baseUrl: string, jobId: string): Watched | undefined {
  return list.find((each) => isIt(each, baseUrl, jobId));
}

function isIt(watched: Watched, baseUrl: string, jobId: string): boolean {
  return watched.jobId === jobId && watched.baseUrl === baseUrl;
}
