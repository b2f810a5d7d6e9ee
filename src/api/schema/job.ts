// Job: the answer of GET /jobs/{jobId}.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum } from './open-enum.ts';

/** Statuses of a job, as the interface document names them. Open; compare without regard to case. */
const JobStatus = openEnum(['Queued', 'Running', 'Complete', 'Failed']);

/** One element of a job's `status_updates`. */
const JobStatusUpdate = z.looseObject({
  status: z.optional(JobStatus),
  message: z.optional(z.string()),
  timestamp: z.optional(z.string()),
});

/** One element of a job's `status_updates`; `timestamp` is an ISO 8601 date-time in UTC. */
type JobStatusUpdate = z.infer<typeof JobStatusUpdate>;

/** Job of the interface document. `args` of a model upload are description, modelName and modelSource. */
export const Job = z.looseObject({
  type: z.optional(openEnum(['model_upload'])),
  job_id: z.optional(z.string()),
  status: z.optional(JobStatus),
  status_updates: z.optional(z.array(JobStatusUpdate)),
  args: z.optional(z.record(z.string(), z.unknown())),
  created_at: z.optional(z.string()),
  updated_at: z.optional(z.string()),
});

/** A background job; `status_updates` are in the order in which the service sent them. */
export type Job = z.infer<typeof Job>;
