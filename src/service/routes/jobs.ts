// GET /jobs/{jobId}: one background job, a model upload or a fine-tune.
import { jobRecord } from '#service/jobs/record.ts';
import { Refusal } from '#service/refusal.ts';
import type { Store } from '#service/store/store.ts';
import type { Operation } from './operation.ts';

/** The job record, or 404 for an id that is not known. */
export function readJob(store: Store): Operation {
  return {
    method: 'GET',
    path: '/v1/jobs/:jobId',
    query: [],
    answer({ ids: { jobId = '' } }) {
      const job = store.jobs.find(jobId);
      if (job === null) {
        throw new Refusal(404, `There is no job ${jobId}.`, { code: 'job_not_found', param: 'jobId' });
      }
      return Response.json(jobRecord(job, store.jobs.listUpdates(jobId)));
    },
  };
}
