// Error panel of a failed run: reason, kept tokens, request id.
import { formatCounted, formatLeast } from '#lib/format.ts';
import { endWords, type Run } from '#run/run.ts';
import { Failed } from '#ui/States.tsx';

export function RunFailed({ run: { state, recording } }: { run: Run }) {
  if (state.phase !== 'ended' || state.error === null) return null;
  const { message, status, type, code, requestId } = state.error;
  const { label } = endWords[state.endState];
  const { tokenCount, isUncounted } = recording;
  const tokens = formatLeast(formatCounted(tokenCount, 'token'), isUncounted);
  const kept = `${tokens}; ${tokenCount === 1 ? 'it is' : 'they are'} kept`;
  const origin = [
    status !== null && `HTTP ${status}`,
    type !== null && `type ${type}`,
    code !== null && `code ${code}`,
    requestId !== null && `request ${requestId}`,
  ].filter(Boolean);
  return (
    <Failed title={tokenCount === 0 ? label : `${label} after ${kept}`}>
      <p>{message}</p>
      {origin.length > 0 && <p className="mt-1 text-dense text-faint">{origin.join(' · ')}</p>}
    </Failed>
  );
}
