// Why a fine-tune failed, in the words of its last error, where a person looks first.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { Icon } from '#ui/Icon.tsx';
import { failureReason } from './failure-reason.ts';

interface FailureReasonProps {
  status: string | undefined;
  events: readonly FineTuneEvent[];
}

/** Nothing where it did not fail, or no event says why. */
export function FailureReason({ status, events }: FailureReasonProps) {
  const reason = failureReason(status, events);
  if (reason === null) return null;
  return (
    <p className="flex items-start gap-1.5">
      <Icon name="cross" className="mt-0.5 shrink-0 text-bad" />
      <span className="wrap-anywhere">{reason}</span>
    </p>
  );
}
