import { expect, test } from 'vitest';
import { joinIds, readPastedIds, splitIds } from './job-ids.ts';

test.each([
  ['job-3f9c21ab', ['job-3f9c21ab']],
  ['  job-a\n', ['job-a']],
  ['job-a, job-b;job-c job-a', ['job-a', 'job-b', 'job-c']],
  ['https://host/v1/jobs/job-a', ['job-a']],
  ['http://127.0.0.1:4173/jobs/job%2Da?update=x', ['job-a']],
  ['http://127.0.0.1:4173/jobs?ids=job-a,job-b', ['job-a', 'job-b']],
  ['See (https://host/jobs?ids=job-a%2Cjob-b).', ['job-a', 'job-b']],
  ['"job-a"', ['job-a']],
  ['(job-a, “job-b”)', ['job-a', 'job-b']],
  ['["job-a","job-b"].', ['job-a', 'job-b']],
  ['https://host/jobs/job-a.', ['job-a']],
  ['http://127.0.0.1:4173/fine-tunes/ft-a?zoom=1_2', ['ft-a']],
  ['Hey, the job job-3f9c (ours) failed … can you look at it?', ['job-3f9c']],
  ['{"job_id": "job-a", "status": "Queued"}', ['job-a']],
  ['ft-3f9c is queued; it makes the model acme/tales-1.', ['ft-3f9c']],
  ['upload', ['upload']],
  ['- job-a\n* job-b\n1. job-c\n2) 7', ['job-a', 'job-b', 'job-c', '7']],
])('%s is read as its ids', (text, ids) => {
  expect(readPastedIds(text)).toMatchObject({ ids });
});

test('words beside ids are told apart from them', () => {
  expect(readPastedIds('job-3f9c nonsense')).toEqual({ ids: ['job-3f9c'], words: ['nonsense'] });
  expect(readPastedIds('upload')).toEqual({ ids: ['upload'], words: [] });
});

test.each([
  ['', 'paste one'],
  ['  ,  ', 'paste one'],
  ['..', 'no id found'],
  ['a/b', 'a slash'],
  ['curl https://host/v1/jobs/job-a -H x', 'not a command'],
  ['{"id":"job-a"}', 'a quotation mark'],
  ['jobs/ of mine/', 'a slash'],
  ['x'.repeat(257), '257 characters is too long'],
  [Array.from({ length: 21 }, (_, index) => `job-${index}`).join(' '), '21 ids'],
])('%j is refused with a message that names the field', (text, words) => {
  const read = readPastedIds(text);
  const problem = 'problem' in read ? read.problem : '';
  expect(problem).toContain(words);
  expect(problem).toMatch(/^Job id: /);
});

test('ids round-trip through the address, including commas', () => {
  expect(splitIds(joinIds(['job-a', 'odd,one']))).toEqual(['job-a', 'odd,one']);
  expect(joinIds([])).toBeUndefined();
});

test('a malformed address is read as far as possible', () => {
  expect(splitIds(',,job-a,..,a/b,job-a,')).toEqual(['job-a']);
  expect(splitIds(undefined)).toEqual([]);
});
