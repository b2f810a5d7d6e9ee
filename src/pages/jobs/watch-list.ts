// Watch list of jobs, stored by connection.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { create } from 'zustand';
import type { Job } from '#api/schema/job.ts';
import { stored } from '#lib/stored.ts';
import { aboutWords } from './job-status.ts';

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
const maxWatched = 200;

/** Null if unreadable. */
export function parseWatchList(value: unknown): WatchList | null {
  return WatchListSchema.safeParse(value).data ?? null;
}

/** At the head; known ones keep their place and data. */
export function watch(list: WatchList, baseUrl: string, jobIds: readonly string[]): WatchList {
  const fresh = jobIds.filter((jobId) => find(list, baseUrl, jobId) === undefined);
  const added = fresh.map((jobId) => ({ jobId, baseUrl, wantsNotice: false, seen: null }));
  return [...added, ...list].slice(0, maxWatched);
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

const none: WatchList = [];
const kept = stored({
  key: 'inferdeck.jobs',
  version: 1,
  parse: parseWatchList,
  fallback: none,
  storage: () => localStorage,
});

interface State {
  readonly list: WatchList;
  /** False once the browser has refused the last change. */
  readonly isStored: boolean;
}

/** Newest first; change it with `changeWatchList`. */
export const useWatchList = create<State>()(() => ({ list: kept.read(), isStored: true }));

export function changeWatchList(next: (list: WatchList) => WatchList): void {
  const before = useWatchList.getState().list;
  const list = next(before);
  if (list === before) return;
  useWatchList.setState({ list, isStored: kept.write(list) });
}

kept.follow((list) => useWatchList.setState({ list }));

/** To the minute: not every answer is written. */
const freshMs = 60_000;

/** Writes changes, and that the job was still there; ignores unwatched jobs. */
export function noteSeen(baseUrl: string, jobId: string, job: Job | undefined): void {
  const known = find(useWatchList.getState().list, baseUrl, jobId);
  if (known === undefined || job === undefined) return;
  const { status = '', type = '' } = job;
  const what = aboutWords(job);
  const { seen } = known;
  const atMs = Date.now();
  const isSame = seen?.status === status && seen.type === type && seen.what === what;
  if (isSame && atMs - seen.atMs < freshMs) return;
  const next = { status, type, what, atMs };
  changeWatchList((list) => change(list, baseUrl, jobId, { seen: next }));
}
