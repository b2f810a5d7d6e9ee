import { expect, test } from 'vitest';
import { change, find, parseWatchList, rewatch, unwatch, watch } from './watch-list.ts';

const here = 'http://here/v1';
const list = watch([], here, ['job-a', 'job-b', 'job-c']);
const ids = (watched: readonly { readonly jobId: string }[]) => watched.map(({ jobId }) => jobId);

test('new jobs come first, those that are watched stay as they are', () => {
  const noted = change(list, here, 'job-b', { wantsNotice: true });
  const more = watch(noted, here, ['job-b', 'job-d']);
  expect(ids(more)).toEqual(['job-d', 'job-a', 'job-b', 'job-c']);
  expect(find(more, here, 'job-b')?.wantsNotice).toBe(true);
});

test('the same id at another service is another job', () => {
  const both = watch(list, 'http://there/v1', ['job-a']);
  expect(ids(unwatch(both, here, 'job-a'))).toEqual(['job-a', 'job-b', 'job-c']);
});

test('a job that was taken away comes back where it was, with what was known of it', () => {
  const seen = { status: 'Running', type: 'fine_tune', what: 'tales', atMs: 5 };
  const known = change(list, here, 'job-b', { seen });
  const job = find(known, here, 'job-b') ?? { jobId: '', baseUrl: '', wantsNotice: true, seen: null };
  expect(rewatch(unwatch(known, here, 'job-b'), job, 1)).toEqual(known);
});

test('a change of a job that is not watched changes nothing', () => {
  expect(change(list, here, 'job-x', { wantsNotice: true })).toBe(list);
});

test('the list comes back from storage as it was, and a broken one is refused', () => {
  expect(parseWatchList(JSON.parse(JSON.stringify(list)))).toEqual(list);
  expect(parseWatchList([{ jobId: 'job-a' }])).toBeNull();
  expect(parseWatchList('job-a')).toBeNull();
});

test('the list does not grow without an end', () => {
  const many = Array.from({ length: 300 }, (_, index) => `job-${index}`);
  expect(watch([], here, many)).toHaveLength(200);
});
