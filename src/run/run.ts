// One run: a request, what came of it, and the one way it ended.
import type { ApiError, FailedEndState } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { StreamEnd } from '#api/stream.ts';
import type { Recording } from './recording.ts';
import type { Tone } from '#ui/Status.tsx';

/** Where a run stands. An ended run never changes again. */
export type RunState =
  /** Not sent yet: as many streams as may go to this origin at once are going. */
  | { readonly phase: 'queued' }
  | { readonly phase: 'waiting' }
  | { readonly phase: 'streaming' }
  | {
      readonly phase: 'ended';
      readonly endState: EndState;
      /** What the service or the network said; null for the ends that need no error. */
      readonly error: ApiError | null;
      /** Milliseconds from the start to the end. */
      readonly endedMs: number;
    };

/** What can happen to a run. */
export type RunEvent =
  | { readonly kind: 'sent' }
  | { readonly kind: 'token' }
  | {
      readonly kind: 'end';
      readonly endState: EndState;
      readonly error: ApiError | null;
      readonly endedMs: number;
    };

/** A run, bound to the request and connection it started with. */
export interface Run {
  readonly id: number;
  readonly request: CompletionRequest;
  /** Which connection it ran on, to keep late answers of another one apart. */
  readonly connectionId: string;
  /** Names the service in what is kept of the run on disk, once it has answered; null for a recording. */
  readonly serviceKey: (() => string) | null;
  /** Where it was sent; null for a recording, which holds no address. */
  readonly baseUrl: string | null;
  /** Wall clock, for display; durations come from performance.now(). */
  readonly startedAt: Date;
  /** performance.now() when it was sent; while it is queued, when it was asked for. */
  readonly startedMs: number;
  readonly recording: Recording;
  /** What is played again, and how many times as fast (Infinity: all at once); null for an answer of a service. */
  readonly replay: { readonly recorded: RecordedRun; readonly pace: number } | null;
  readonly state: RunState;
}

/** The state after an event: a queued run is sent, the first token starts the stream, the first end is the only one. */
export function nextState(state: RunState, event: RunEvent): RunState {
  if (state.phase === 'ended') return state;
  if (event.kind === 'sent') return state.phase === 'queued' ? { phase: 'waiting' } : state;
  if (event.kind === 'token') return state.phase === 'waiting' ? { phase: 'streaming' } : state;
  return { phase: 'ended', endState: event.endState, error: event.error, endedMs: event.endedMs };
}

/** Whether the run still receives. */
export function isRunning(run: Run | null): run is Run {
  return run !== null && run.state.phase !== 'ended';
}

/** Milliseconds since the start in the run's own time: a replay at 20x lives twenty of them in one. `nowMs` is of performance.now(). */
export function elapsedMs(run: Run, nowMs: number): number {
  const { pace, recorded } = run.replay ?? { pace: 1, recorded: null };
  return recorded !== null && pace === Number.POSITIVE_INFINITY
    ? recorded.endedMs
    : (nowMs - run.startedMs) * pace;
}

/** Milliseconds from the start until now, or until the end. `nowMs` is of performance.now(). */
export function readElapsed(run: Run, nowMs: number): number {
  return run.state.phase === 'ended' ? run.state.endedMs : elapsedMs(run, nowMs);
}

/** How a run ended. What arrived is kept in all of them. */
export type EndState = StreamEnd['state'] | FailedEndState;

/** An end in words. */
interface EndWords {
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

/** Everything that is needed to show a run again, exactly. It holds no token and no address. */
export interface RecordedRun {
  /** The name that the connection had for the person who recorded it. */
  readonly connection: string;
  readonly startedAt: Date;
  readonly request: CompletionRequest;
  /** The data of each event as it stood on the wire; for a JSON answer the one answer. */
  readonly texts: readonly string[];
  /** When each came, milliseconds since the start; as many as texts, never falling. */
  readonly times: ArrayLike<number>;
  readonly endState: EndState;
  readonly error: ApiError | null;
  /** Milliseconds from the start to the end. */
  readonly endedMs: number;
  /** What the wire held besides, by name (StreamEnd.counts); empty where the run has none. */
  readonly counts: Readonly<Record<string, number>>;
}

const restored = new WeakSet<RecordedRun>();

/** Marks a recording that history shows again. */
export function noteRestored(recorded: RecordedRun): void {
  restored.add(recorded);
}

/** Whether history shows it again. */
export function isRestored(recorded: RecordedRun): boolean {
  return restored.has(recorded);
}

/** Whether a run is only played, from a file or at a pace: nothing goes on from it. What history shows whole again is the run itself. */
export function isPlayed({ replay }: Run): boolean {
  return replay !== null && !(replay.pace === Number.POSITIVE_INFINITY && restored.has(replay.recorded));
}
