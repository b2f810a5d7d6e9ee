// One run: a request, what came of it, and the one way it ended.
import type { ApiError } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { EndState } from './end-states.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { Recording } from './recording.ts';

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
