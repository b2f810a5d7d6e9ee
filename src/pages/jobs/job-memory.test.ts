import { expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { startLocalService } from '#api/testing/local-service.ts';
import { jobMemory, rememberJob } from './job-memory.ts';

const service = await startLocalService((response) => void response.end('{}'));
const client = createClient(service.connection);
await service.close();

test('an answer that says the same counts as no news, another one as news', () => {
  const memory = jobMemory(client, 'job-same');
  const job = { status: 'Running' };
  rememberJob(memory, job, job);
  rememberJob(memory, job, { ...job });
  rememberJob(memory, job, { ...job });
  expect(memory.unchangedCount).toBe(2);
  rememberJob(memory, job, { ...job, updated_at: 'now' });
  expect(memory.unchangedCount).toBe(0);
  expect(jobMemory(client, 'job-same')).toBe(memory);
});

test('an end is told once, also when the job was last seen in an earlier visit', () => {
  const memory = jobMemory(client, 'job-end', 'Running');
  const job = { status: 'Complete' };
  expect(rememberJob(memory, job, job).hasEnded).toBe(true);
  expect(rememberJob(memory, job, job).hasEnded).toBe(false);
});

test('a job that is over when it is first seen does not end', () => {
  const job = { status: 'Failed' };
  expect(rememberJob(jobMemory(client, 'job-old'), job, job).hasEnded).toBe(false);
});

test('a status that goes back between two answers is remembered', () => {
  const memory = jobMemory(client, 'job-back');
  for (const status of ['Complete', 'Running', 'Complete']) rememberJob(memory, { status }, { status });
  expect(memory.wentBack).toEqual({ from: 'Complete', to: 'Running' });
});
