// Keeps what a service said of a watched job, so that a later visit knows what there was.
import type { Job } from '#api/schema/job.ts';
import { aboutWords } from './about-words.ts';
import { change, find } from './watch-list.ts';
import { changeWatchList, useWatchList } from './watch-store.ts';

/** Written only when it says something new, because the list lies on the disk. A job that is not watched is not kept. */
export function noteSeen(baseUrl: string, jobId: string, job: Job | undefined): void {
  const known = find(useWatchList.getState().list, baseUrl, jobId);
  if (known === undefined || job === undefined) return;
  const { status = '', type = '' } = job;
  const what = aboutWords(job);
  const { seen } = known;
  if (seen?.status === status && seen.type === type && seen.what === what) return;
  const next = { status, type, what, atMs: Date.now() };
  changeWatchList((list) => change(list, baseUrl, jobId, { seen: next }));
}
