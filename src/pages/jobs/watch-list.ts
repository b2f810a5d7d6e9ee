// The jobs that a person watches, as they are kept on this device: ids and what was seen of them last, never a key.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';

const Watched = z.object({
  jobId: z.string().check(z.minLength(1), z.maxLength(256)),
  /** The service that knows the job. */
  baseUrl: z.string(),
  /** The person wants to hear of its end. */
  wantsNotice: z.boolean(),
  /** What the service said last; null before the first answer. */
  seen: z.nullable(z.object({ status: z.string(), type: z.string(), what: z.string(), atMs: z.number() })),
});

/** A watched job. A job id belongs to one service. */
export type Watched = z.infer<typeof Watched>;

/** What was seen of a job last; `what` says in a few words what it is about. */
export type Seen = NonNullable<Watched['seen']>;

/** The whole list, newest first. */
export type WatchList = readonly Watched[];

const WatchListSchema = z.array(Watched);
const mostWatched = 200;

/** The list as it was kept; null where it cannot be read. */
export function parseWatchList(value: unknown): WatchList | null {
  return WatchListSchema.safeParse(value).data ?? null;
}

/** The list with these jobs at its head; those that are in it already stay as and where they are. */
export function watch(list: WatchList, baseUrl: string, jobIds: readonly string[]): WatchList {
  const fresh = jobIds.filter((jobId) => find(list, baseUrl, jobId) === undefined);
  const added = fresh.map((jobId) => ({ jobId, baseUrl, wantsNotice: false, seen: null }));
  return [...added, ...list].slice(0, mostWatched);
}

/** The list without a job. */
export function unwatch(list: WatchList, baseUrl: string, jobId: string): WatchList {
  return list.filter((each) => !isIt(each, baseUrl, jobId));
}

/** The list with a job where it was before. @param place its index then */
export function rewatch(list: WatchList, watched: Watched, place: number): WatchList {
  return unwatch(list, watched.baseUrl, watched.jobId).toSpliced(place, 0, watched);
}

/** The list with a change of one job; the same list where there is no such job. */
export function change(
  list: WatchList,
  baseUrl: string,
  jobId: string,
  part: Partial<Pick<Watched, 'wantsNotice' | 'seen'>>,
): WatchList {
  if (find(list, baseUrl, jobId) === undefined) return list;
  return list.map((each) => (isIt(each, baseUrl, jobId) ? { ...each, ...part } : each));
}

/** The job, where it is watched. */
export function find(list: WatchList, baseUrl: string, jobId: string): Watched | undefined {
  return list.find((each) => isIt(each, baseUrl, jobId));
}

function isIt(watched: Watched, baseUrl: string, jobId: string): boolean {
  return watched.jobId === jobId && watched.baseUrl === baseUrl;
}
