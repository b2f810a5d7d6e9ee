// What of a listed fine-tune says that its events and metrics may have gone on.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { statusKind } from '#api/fine-tune-status.ts';

/** What the list says, as far as a question beside it depends on it. */
export interface ListNews {
  /** Another text is news. */
  readonly moment: string;
  /** When the list came, in Unix milliseconds: what failed is tried again then, by `follow-policy.ts`. */
  readonly listedMs: number | null;
}

/**
 * Any progress that the record tells is news. Of one that runs and whose record tells no events every answer is: nothing
 * else would say that its curves have gone on.
 */
export function newsOf(record: FineTune | null, listedMs: number | null): ListNews {
  const { status, updated_at: updated, events = [] } = record ?? {};
  const isSilent = events.length === 0 && statusKind(status) === 'running';
  const told = [
    status,
    updated,
    record?.steps_completed,
    record?.evals_completed,
    record?.epochs_completed,
    events.length,
    events.at(-1)?.hash,
    isSilent ? listedMs : null,
  ];
  return { moment: told.map((each) => String(each ?? '')).join(' '), listedMs };
}
