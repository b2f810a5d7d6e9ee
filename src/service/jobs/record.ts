// A job as the interface document shows it.
import type { Job } from '#api/schema/job.ts';
import type { JobRow, JobUpdateRow } from '#service/store/jobs.ts';

/** A job with every status that it went through, in order. */
export function jobRecord(row: JobRow, updates: readonly JobUpdateRow[]): Job {
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
