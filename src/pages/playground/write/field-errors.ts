// Draft field errors.
import { useMemo } from 'react';
import { useReading } from '#draft/draft-store.ts';
import { errorsOf, type DraftReading, type FieldError } from '#draft/draft.ts';
import type { Run } from '#run/run.ts';

/** By wire name. @param model in effect, even if the draft names none */
export function useFieldErrors(run: Run | null, model: string): ReadonlyMap<string, string> {
  const reading = useReading(model);
  return useMemo(() => errorsOf(reading, refusedField(run, reading)), [run, reading]);
}

/** Null once the field has changed, or if the error has no `param`. */
export function refusedField(run: Run | null, reading: DraftReading): FieldError | null {
  if (run?.state.phase !== 'ended' || run.replay !== null) return null;
  const { error } = run.state;
  if (error === null || error.param === null) return null;
  const field = error.param;
  const next: Readonly<Record<string, unknown>> = reading.ok ? reading.request : reading.body;
  if (!isSame(next[field], run.request[field])) return null;
  return { field, message: error.serviceMessage ?? error.message };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
