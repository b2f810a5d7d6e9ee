import { expect, test, vi } from 'vitest';
import {
  change,
  changeWatchList,
  find,
  noteSeen,
  parseWatchList,
  rewatch,
  unwatch,
  useWatchList,
  watch,
} from './watch-list.ts';

const here = 'http://here/v1';
const list = watch([], here, ['job-a', 'job-b', 'job-c']);
const ids = (watched: readonly { readonly jobId: string }[]) => watched.map(({ jobId }) => jobId);

test('new jobs are listed first, and watched ones stay in place', () => {
  const noted = change(list, here, 'job-b', { wantsNotice: true });
  const more = watch(noted, here, ['job-b', 'job-d']);
  expect(ids(more)).toEqual(['job-d', 'job-a', 'job-b', 'job-c']);
  expect(find(more, here, 'job-b')?.wantsNotice).toBe(true);
});

test('the same id on another service is a different job', () => {
  const both = watch(list, 'http://there/v1', ['job-a']);
  expect(ids(unwatch(both, here, 'job-a'))).toEqual(['job-a', 'job-b', 'job-c']);
});

test('a removed job is restored to its place, with its known state', () => {
  const seen = { status: 'Running', type: 'fine_tune', what: 'tales', atMs: 5 };
  const known = change(list, here, 'job-b', { seen });
  const job = find(known, here, 'job-b') ?? { jobId: '', baseUrl: '', wantsNotice: true, seen: null };
  expect(rewatch(unwatch(known, here, 'job-b'), job, 1)).toEqual(known);
});

test('an update of an unwatched job changes nothing', () => {
  expect(change(list, here, 'job-x', { wantsNotice: true })).toBe(list);
});

test('a job that stays as it is counts as seen by each answer, to the minute', () => {
  vi.useFakeTimers({ now: 0 });
  changeWatchList(() => list);
  const seen = [0, 59_000, 12 * 3_600_000].map((nowMs) => {
    vi.setSystemTime(nowMs);
    noteSeen(here, 'job-b', { status: 'Running' });
    return find(useWatchList.getState().list, here, 'job-b')?.seen?.atMs;
  });
  expect(seen).toEqual([0, 0, 12 * 3_600_000]);
  vi.useRealTimers();
});

test('the list round-trips through storage, and a broken one is refused', () => {
  expect(parseWatchList(JSON.parse(JSON.stringify(list)))).toEqual(list);
  expect(parseWatchList([{ jobId: 'job-a' }])).toBeNull();
  expect(parseWatchList('job-a')).toBeNull();
});

test('the list has a maximum length', () => {
  const many = Array.from({ length: 300 }, (_, index) => `job-${index}`);
  expect(watch([], here, many)).toHaveLength(200);
});
