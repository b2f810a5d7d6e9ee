// Starts and stops runs. One at a time; it goes on when the page is left, and is never repeated by itself.
import type { Client } from '#api/client.ts';
import { ApiError, endStateOf } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { StreamEvent } from '#api/stream.ts';
import { createFrameSignal } from './frames.ts';
import type { RecordedRun } from './recorded-run.ts';
import { Recording } from './recording.ts';
import { receiveAnswer, type Ending } from './receive.ts';
import { elapsedMs, nextState, type Run, type RunEvent } from './run.ts';

/** The current run and the two things a person does with it. */
export interface RunStore {
  /** The newest run; null before the first. Its recording grows in place, see `version`. */
  current: () => Run | null;
  /** Starts a run. @returns false, and does nothing, while another one receives */
  start: (client: Client, request: CompletionRequest) => boolean;
  /** Starts a run whose events come from a recording. @returns false, and does nothing, while another one receives */
  play: (recorded: RecordedRun, pace: number, player: Player) => boolean;
  /** Ends the run as stopped at once, and aborts its request. */
  stop: () => void;
  /** Hears of changes, at most once a frame while tokens arrive. */
  subscribe: (listener: () => void) => () => void;
  /** Snapshot for useSyncExternalStore. */
  version: () => number;
}

/** Brings the events of a run, each with its time since the start, until the signal or the end. It may throw an ApiError. */
export type Player = (
  signal: AbortSignal,
  onReceived: (events: readonly StreamEvent[], arrivedMs: number) => void,
) => Promise<Ending & { readonly endedMs?: number }>;

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

  type EndEvent = Extract<RunEvent, { kind: 'end' }>;

  function end(run: Run, event: Pick<EndEvent, 'endState' | 'error'>, endedMs = elapsedMs(run, now())): void {
    apply(run.id, { kind: 'end', endedMs, ...event });
  }

  async function receive(run: Run, controller: AbortController, player: Player): Promise<void> {
    const { signal: stopped } = controller;
    try {
      const { endState, counts, endedMs } = await player(stopped, (events, arrivedMs) => {
        if (stopped.aborted) return;
        for (const event of events) run.recording.receive(event, arrivedMs);
        if (run.recording.tokenCount > 0) apply(run.id, { kind: 'token' });
        signal.mark();
      });
      if (!stopped.aborted) run.recording.counts = counts;
      end(run, { endState, error: null }, endedMs);
    } catch (error) {
      const endedMs = run.replay?.recorded.endedMs;
      end(run, { endState: endStateOf(error), error: error instanceof ApiError ? error : null }, endedMs);
    }
  }

  function begin(what: Omit<Run, 'id' | 'recording' | 'state'>, player: Player): boolean {
    if (current !== null && current.run.state.phase !== 'ended') return false;
    runCount += 1;
    const run: Run = {
      ...what,
      id: runCount,
      recording: new Recording(what.request),
      state: { phase: 'waiting' },
    };
    const controller = new AbortController();
    current = { run, controller };
    signal.flush();
    void receive(run, controller, player);
    return true;
  }

  return {
    current: () => current?.run ?? null,
    start(client, request) {
      const startedMs = now();
      const { connectionId } = client;
      return begin(
        { request, connectionId, startedAt: new Date(), startedMs, replay: null },
        (stopped, onReceived) =>
          receiveAnswer(client, request, stopped, (events, receivedAt) =>
            onReceived(events, receivedAt - startedMs),
          ),
      );
    },
    play(recorded, pace, player) {
      const { request, startedAt } = recorded;
      const replay = { recorded, pace };
      return begin({ request, connectionId: 'recording', startedAt, startedMs: now(), replay }, player);
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
