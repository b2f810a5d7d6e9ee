// How a column's run failed, in the service's own words; the other columns know nothing of it.
import { formatCount } from '#lib/format.ts';
import { endWords } from '#pages/playground/end-states.ts';
import type { Run } from '#pages/playground/run.ts';
import { Failed } from '#ui/States.tsx';

/** Nothing for a run that receives, or that ended as it should. */
export function RunFailure({ run }: { run: Run }) {
  if (run.state.phase !== 'ended') return null;
  const { error, endState } = run.state;
  const { label, sentence } = endWords[endState];
  if (error === null) {
    return sentence && <p className="mt-3 font-sans text-dense text-muted">{sentence}</p>;
  }
  const { tokenCount } = run.recording;
  const { message, status, type, code, requestId } = error;
  const origin = [
    status !== null && `HTTP ${status}`,
    type !== null && `type ${type}`,
    code !== null && `code ${code}`,
    requestId !== null && `request ${requestId}`,
  ].filter(Boolean);
  return (
    <div className="font-sans text-base not-first:mt-3">
      <Failed
        title={tokenCount === 0 ? label : `${label} after ${formatCount(tokenCount)} tokens; they are kept`}
      >
        <p>{message}</p>
        {origin.length > 0 && <p className="mt-1 text-dense text-faint">{origin.join(' · ')}</p>}
      </Failed>
    </div>
  );
}
