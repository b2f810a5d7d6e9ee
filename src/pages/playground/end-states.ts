// The ways a run can end (the fault model), and each in words: a label, a tone, what a person can do next.
import type { FailedEndState } from '#api/errors.ts';
import type { StreamEnd } from '#api/stream.ts';
import type { Tone } from '#ui/Status.tsx';

/** How a run ended. What arrived is kept in all of them. */
export type EndState = StreamEnd['state'] | FailedEndState;

/** An end in words. */
export interface EndWords {
  readonly label: string;
  readonly tone: Tone;
  /** What happened and what is left, as one or two sentences; null where the label or the service's own words say it. */
  readonly sentence: string | null;
}

/** Words for each end. */
export const endWords: Readonly<Record<EndState, EndWords>> = {
  complete: { label: 'Complete', tone: 'ok', sentence: null },
  'complete-unmarked': {
    label: 'Complete',
    tone: 'ok',
    sentence: 'Every choice finished; the service closed the stream without its end mark.',
  },
  truncated: {
    label: 'Cut off',
    tone: 'warn',
    sentence: 'The stream ended before the service said that it was finished. Kept what arrived.',
  },
  interrupted: { label: 'Interrupted', tone: 'bad', sentence: null },
  stalled: { label: 'Stalled', tone: 'warn', sentence: null },
  stopped: { label: 'Stopped', tone: 'none', sentence: 'You stopped the run. What had arrived is kept.' },
  failed: { label: 'Failed', tone: 'bad', sentence: null },
  'protocol-error': { label: 'Not understood', tone: 'bad', sentence: null },
};

/** Whether a run that ended so received everything: only then do its usage and cost count. */
export function isWhole(endState: EndState): boolean {
  return endState === 'complete' || endState === 'complete-unmarked';
}
