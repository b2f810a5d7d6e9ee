// What the service refused in the newest run, as long as the draft still says the same.
import type { DraftReading, FieldError } from './draft.ts';
import type { Run } from './run.ts';

/** The refused field (ErrorData's `param`) and the service's sentence; null once the field was changed, or where no field is to blame. */
export function refusedField(run: Run | null, reading: DraftReading): FieldError | null {
  if (run?.state.phase !== 'ended' || run.replay !== null) return null;
  const { error } = run.state;
  if (error === null || error.param === null) return null;
  const field = error.param;
  if (reading.ok && !isSame(reading.request[field], run.request[field])) return null;
  return { field, message: error.serviceMessage ?? error.message };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
