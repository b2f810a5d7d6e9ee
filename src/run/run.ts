// Run state machine, end states, replay.
import { endStateOf, type ApiError, type FailedEndState, wasNotServed } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { StreamEnd } from '#api/stream.ts';
import type { Recording } from './recording.ts';
import type { Tone } from '#ui/States.tsx';

/** An ended run never changes again. */
export type RunState =
  /** Waits for one of the parallel streams to this origin. */
  | { readonly phase: 'queued' }
  | { readonly phase: 'waiting' }
  | { readonly phase: 'streaming' }
  | {
      readonly phase: 'ended';
      readonly endState: EndState;
      readonly error: ApiError | null;
      /** Since the start. */
      readonly endedMs: number;
    };

export type RunEvent =
  | { readonly kind: 'sent' }
  | { readonly kind: 'token' }
  | {
      readonly kind: 'end';
      readonly endState: EndState;
      readonly error: ApiError | null;
      readonly endedMs: number;
    };

export interface Run {
  readonly id: number;
  readonly request: CompletionRequest;
  /** Tells late answers of another connection apart. */
  readonly connectionId: string;
  /** Known once the service has answered; null for a recording, and what an older build stored. */
  readonly serviceKey: (() => string) | null;
  /** Null for a recording. */
  readonly baseUrl: string | null;
  /** Wall clock, for display only. */
  readonly startedAt: Date;
  /** performance.now() when sent, while queued when requested. */
  readonly startedMs: number;
  readonly recording: Recording;
  /** `pace`: speed factor (Infinity: all at once); null for a service's answer. */
  readonly replay: { readonly recorded: RecordedRun; readonly pace: number } | null;
  readonly state: RunState;
}

/** Only the first end counts. */
export function nextState(state: RunState, event: RunEvent): RunState {
  if (state.phase === 'ended') return state;
  if (event.kind === 'sent') return state.phase === 'queued' ? { phase: 'waiting' } : state;
  if (event.kind === 'token') return state.phase === 'waiting' ? { phase: 'streaming' } : state;
  return { phase: 'ended', endState: event.endState, error: event.error, endedMs: event.endedMs };
}

/** Also true for a queued run. */
export function isRunning(run: Run | null): run is Run {
  return run !== null && run.state.phase !== 'ended';
}

/** A replay's time passes `pace` times as fast. @param nowMs performance.now() */
export function elapsedMs(run: Run, nowMs: number): number {
  const { pace, recorded } = run.replay ?? { pace: 1, recorded: null };
  return recorded !== null && pace === Number.POSITIVE_INFINITY
    ? recorded.endedMs
    : (nowMs - run.startedMs) * pace;
}

/** @param nowMs performance.now() */
export function readElapsed(run: Run, nowMs: number): number {
  return run.state.phase === 'ended' ? run.state.endedMs : elapsedMs(run, nowMs);
}

/** What arrived is always kept. */
export type EndState = StreamEnd['state'] | FailedEndState;

interface EndWords {
  readonly label: string;
  readonly tone: Tone;
}

/** Sentences are in finish-words.ts, which the first page does not need. */
export const endWords: Readonly<Record<EndState, EndWords>> = {
  complete: { label: 'Complete', tone: 'ok' },
  'complete-unmarked': { label: 'Complete', tone: 'ok' },
  truncated: { label: 'Cut off', tone: 'warn' },
  unsent: { label: 'Not sent', tone: 'warn' },
  unanswered: { label: 'No answer', tone: 'bad' },
  interrupted: { label: 'Interrupted', tone: 'bad' },
  stalled: { label: 'Stalled', tone: 'warn' },
  stopped: { label: 'Stopped', tone: 'none' },
  failed: { label: 'Failed', tone: 'bad' },
  'protocol-error': { label: 'Protocol error', tone: 'bad' },
};

/** Null: nothing was sent. */
export function statusOf(run: Run | null): EndWords {
  if (run === null) return { tone: 'none', label: 'Ready' };
  const { state } = run;
  if (state.phase === 'ended') return endWords[state.endState];
  if (state.phase === 'queued') return { tone: 'none', label: 'Queued' };
  const label = state.phase === 'waiting' ? 'Waiting' : run.replay ? 'Replaying' : 'Streaming';
  return { tone: 'live', label };
}

/** Only then do usage and cost count. */
export function isWhole(endState: EndState): boolean {
  return endState === 'complete' || endState === 'complete-unmarked';
}

/** Enough to show a run again exactly. */
export interface RecordedRun {
  /** Name in the recording browser. */
  readonly connection: string;
  readonly startedAt: Date;
  readonly request: CompletionRequest;
  /** As on the wire; for a JSON answer the whole body. */
  readonly texts: readonly string[];
  /** Before it, `texts` are empty. Rejects if they cannot be read. */
  readonly load?: () => Promise<void>;
  /** Milliseconds since the start, per text, ascending. */
  readonly times: ArrayLike<number>;
  readonly endState: EndState;
  readonly error: ApiError | null;
  /** Since the start. */
  readonly endedMs: number;
  /** As in StreamEnd.counts; may be empty. */
  readonly counts: Readonly<Record<string, number>>;
}

const restored = new WeakSet<RecordedRun>();

export function noteRestored(recorded: RecordedRun): void {
  restored.add(recorded);
}

export function isRestored(recorded: RecordedRun): boolean {
  return restored.has(recorded);
}

/** A mere replay cannot be continued, unlike a run restored whole from history. */
export function isPlayed({ replay }: Run): boolean {
  return replay !== null && !(replay.pace === Number.POSITIVE_INFINITY && restored.has(replay.recorded));
}

/** Nothing was generated, or charged; a timeout or lost answer is uncertain. */
export function wasRefused({ state, recording }: Run): boolean {
  if (state.phase !== 'ended' || recording.choices.size > 0) return false;
  // While it was queued.
  if (state.error === null) return state.endState === 'stopped' && state.endedMs === 0;
  const { kind, status } = state.error;
  if (kind !== 'http') return ['failed', 'unsent'].includes(endStateOf(state.error));
  if (status === null) return false;
  return (
    wasNotServed(state.error) ||
    (status >= 400 && status < 500 && status !== 408) ||
    status === 503 ||
    status === 529
  );
}
