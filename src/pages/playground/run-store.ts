// Starts and stops runs. One at a time; it goes on when the page is left, and is never repeated by itself.
import type { Client } from '#api/client.ts';
import { ApiError, endStateOf } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { createFrameSignal } from './frames.ts';
import { Recording } from './recording.ts';
import { receiveAnswer } from './receive.ts';
import { nextState, type Run, type RunEvent } from './run.ts';

/** The current run and the two things a person does with it. */
export interface RunStore {
  /** The newest run; null before the first. Its recording grows in place, see `version`. */
  current: () => Run | null;
  /** Starts a run. @returns false, and does nothing, while another one receives */
  start: (client: Client, request: CompletionRequest) => boolean;
  /** Ends the run as stopped at once, and aborts its request. */
  stop: () => void;
  /** Hears of changes, at most once a frame while tokens arrive. */
  subscribe: (listener: () => void) => () => void;
  /** Snapshot for useSyncExternalStore. */
  version: () => number;
}

/** What the store needs of its surroundings; a browser's by default. */
export interface RunStoreParts {
  readonly now?: () => number;
  readonly requestFrame?: (callback: () => void) => void;
}

/** A store without a run. */
export function createRunStore(parts: RunStoreParts = {}): RunStore {
  const now = parts.now ?? (() => performance.now());
  const signal = createFrameSignal(parts.requestFrame ?? ((callback) => requestAnimationFrame(callback)));
  let current: { run: Run; controller: AbortController } | null = null;
  let runCount = 0;

  function apply(id: number, event: RunEvent): void {
    if (current?.run.id !== id) return;
    const state = nextState(current.run.state, event);
    if (state === current.run.state) return;
    current = { ...current, run: { ...current.run, state } };
    signal.flush();
  }

  function end(run: Run, event: Pick<Extract<RunEvent, { kind: 'end' }>, 'endState' | 'error'>): void {
    apply(run.id, { kind: 'end', endedMs: now() - run.startedMs, ...event });
  }

  async function receive(run: Run, client: Client, controller: AbortController): Promise<void> {
    const { signal: stopped } = controller;
    try {
      const endState = await receiveAnswer(client, run.request, stopped, (views, receivedAt) => {
        if (stopped.aborted) return;
        for (const view of views) run.recording.append(view, receivedAt - run.startedMs);
        if (run.recording.tokenCount > 0) apply(run.id, { kind: 'token' });
        signal.mark();
      });
      end(run, { endState, error: null });
    } catch (error) {
      end(run, { endState: endStateOf(error), error: error instanceof ApiError ? error : null });
    }
  }

  return {
    current: () => current?.run ?? null,
    start(client, request) {
      if (current !== null && current.run.state.phase !== 'ended') return false;
      runCount += 1;
      const startedMs = now();
      const run: Run = {
        id: runCount,
        request,
        connectionId: client.connectionId,
        startedAt: new Date(),
        startedMs,
        recording: new Recording(request),
        state: { phase: 'waiting' },
      };
      const controller = new AbortController();
      current = { run, controller };
      signal.flush();
      void receive(run, client, controller);
      return true;
    },
    stop() {
      if (current === null) return;
      const { run, controller } = current;
      end(run, { endState: 'stopped', error: null });
      controller.abort();
    },
    subscribe: signal.subscribe,
    version: signal.version,
  };
}
