// How a column's run failed, in the service's own words, and what can be done; the other columns know nothing of it.
import { formatCount } from '#lib/format.ts';
import { NextActs } from '#pages/playground/recovery/NextActs.tsx';
import type { RunActs } from '#pages/playground/recovery/resume-offer.ts';
import { endWords, type Run } from '#run/run.ts';
import { Failed } from '#ui/States.tsx';

/** Nothing for a run that receives, or that ended as it should. */
export function RunFailure({ run, acts }: { run: Run; acts: RunActs }) {
  if (run.state.phase !== 'ended') return null;
  const { error, endState } = run.state;
  const { label, sentence } = endWords[endState];
  if (error === null) {
    return (
      <div className="grid gap-2 font-sans text-base not-first:mt-3 empty:hidden">
        {sentence && <p className="text-dense text-muted">{sentence}</p>}
        <NextActs run={run} acts={acts} />
      </div>
    );
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
      <div className="mt-3 pl-5.5">
        <NextActs run={run} acts={acts} />
      </div>
    </div>
  );
}
