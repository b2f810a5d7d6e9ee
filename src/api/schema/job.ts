// Job: schema for GET /jobs/{jobId}.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum } from './read-list.ts';

/** Open; compare case-insensitively. */
const JobStatus = openEnum(['Queued', 'Running', 'Complete', 'Failed']);

const JobStatusUpdate = z.looseObject({
  status: z.optional(JobStatus),
  message: z.optional(z.string()),
  timestamp: z.optional(z.string()),
});

type JobStatusUpdate = z.infer<typeof JobStatusUpdate>;

/** `args` of a model upload: description, modelName, modelSource. */
export const Job = z.looseObject({
  type: z.optional(openEnum(['model_upload'])),
  job_id: z.optional(z.string()),
  status: z.optional(JobStatus),
  status_updates: z.optional(z.array(JobStatusUpdate)),
  args: z.optional(z.record(z.string(), z.unknown())),
  created_at: z.optional(z.string()),
  updated_at: z.optional(z.string()),
});

export type Job = z.infer<typeof Job>;
