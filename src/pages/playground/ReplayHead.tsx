// Says that what follows is a recording, and what it was an output of: the draft above may be another.
import { useDraft } from './draft-store.ts';
import type { RecordedRun } from './recorded-run.ts';
import { isRestored } from './tree/restored.ts';

/** Nothing for a run that history shows again. The recorded prompt is shown where the draft has another one. */
export function ReplayHead({ recorded }: { recorded: RecordedRun }) {
  const { request, connection, startedAt } = recorded;
  const isOther = useDraft(({ draft }) => draft.prompt !== request.prompt);
  if (isRestored(recorded)) return null;
  return (
    <section aria-label="Recording" className="mt-4">
      <p className="font-sans text-dense text-muted">
        Recording of {request.model} on {connection}, {startedAt.toLocaleString()}.
      </p>
      {isOther && <p className="mt-2 wrap-anywhere whitespace-pre-wrap text-muted">{request.prompt}</p>}
    </section>
  );
}
