// GET /jobs/{jobId}: a model upload or a fine-tune.
import type { Job } from '#api/schema/job.ts';
import { HttpError } from '#service/http/http-error.ts';
import type { Operation } from '#service/http/operation.ts';
import type { JobRow, JobUpdateRow, Store } from '#service/store/store.ts';

export function readJob(store: Store): Operation {
  return {
    method: 'GET',
    path: '/v1/jobs/:jobId',
    query: [],
    answer({ ids: { jobId = '' } }) {
      const job = store.jobs.find(jobId);
      if (job === null) {
        throw new HttpError(404, `There is no job ${jobId}.`, { code: 'job_not_found', param: 'jobId' });
      }
      return Response.json(jobRecord(job, store.jobs.listUpdates(jobId)));
    },
  };
}

function jobRecord(row: JobRow, updates: readonly JobUpdateRow[]): Job {
  return {
    type: row.type,
    job_id: row.id,
    status: row.status,
    status_updates: updates.map(({ status, message, createdAt }) => ({
      status,
      message,
      timestamp: dateTime(createdAt),
    })),
    args: row.args,
    created_at: dateTime(row.createdAt),
    updated_at: dateTime(row.updatedAt),
  };
}

const dateTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
