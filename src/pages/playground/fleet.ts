// Runs side by side, each with an end of its own. What may not be sent yet stands in line; nothing is ever sent twice.
import type { Client } from '#api/client.ts';
import { ApiError, endStateOf } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { StreamEvent } from '#api/stream.ts';
import { originOf, streamSlots, type StreamSlots } from '#connection/stream-slots.ts';
import { createFrameSignal } from './frames.ts';
import type { RecordedRun } from './recorded-run.ts';
import { Recording } from './recording.ts';
import { receiveAnswer, type Counts } from './receive.ts';
import type { EndState } from './end-states.ts';
import { elapsedMs, nextState, type Run, type RunEvent } from './run.ts';

/** Any number of runs. */
export interface Fleet {
  /**
   * Starts a run, or puts it in line.
   * @returns the run's id, unique in this page
   */
  start: (client: Client, request: CompletionRequest, how?: StartOptions) => number;
  /** Starts a run whose events come from a recording. @returns its id */
  play: (recorded: RecordedRun, pace: number, player: Player) => number;
  /** Takes in a run that has ended already, as `readRecording` gives it, under an id of this page. */
  show: (run: Run) => void;
  /** The newest state of a run; undefined for one that is unknown or forgotten. Its recording grows in place. */
  get: (id: number) => Run | undefined;
  /** The run that was started last; undefined where there is none. */
  last: () => Run | undefined;
  /** Ends a run as stopped at once, aborts its request, leaves the line. Nothing happens to one that has ended. */
  stop: (id: number) => void;
  /** Stops a run and drops what it received. */
  forget: (id: number) => void;
  /** The run once it has ended, however it ended. @throws RangeError for an id that is unknown or forgotten */
  ended: (id: number) => Promise<Run>;
  /** Hears of changes, at most once a frame while tokens arrive. */
  subscribe: (listener: () => void) => () => void;
  /** Snapshot for useSyncExternalStore. */
  version: () => number;
}

/** How a run is started. */
export interface StartOptions {
  /** Goes before all that wait. */
  readonly isFirst?: boolean;
  /** Called when it leaves the line and is sent, which may be before `start` returns. */
  readonly onSent?: () => void;
}

/**
 * Brings the events of a run, each with its time since the start, until the signal or the end. It may throw an ApiError.
 * `onCounts` takes a way to read what the wire held besides; it is read when the run ends, however it ends.
 */
export type Player = (
  signal: AbortSignal,
  onReceived: (events: readonly StreamEvent[], arrivedMs: number) => void,
  onCounts: (read: () => Counts) => void,
) => Promise<{ readonly endState: EndState; readonly endedMs?: number }>;

/** What a fleet needs of its surroundings; a browser's by default. */
export interface FleetParts {
  readonly now?: () => number;
  readonly requestFrame?: (callback: () => void) => void;
  readonly slots?: StreamSlots;
}

interface Member {
  run: Run;
  readonly controller: AbortController;
  readonly onEnded: ((run: Run) => void)[];
  /** Gives the place in the line back. */
  leave: () => void;
  readCounts: () => Counts;
}

/** Counts the runs of all fleets, so that an id is never used twice in a page. */
let runCount = 0;

/** A fleet without a run. */
export function createFleet(parts: FleetParts = {}): Fleet {
  const now = parts.now ?? (() => performance.now());
  const slots = parts.slots ?? streamSlots;
  const signal = createFrameSignal(parts.requestFrame ?? ((callback) => requestAnimationFrame(callback)));
  const members = new Map<number, Member>();

  function apply(member: Member, event: RunEvent): void {
    const state = nextState(member.run.state, event);
    if (state === member.run.state) return;
    const startedMs = event.kind === 'sent' ? now() : member.run.startedMs;
    member.run = { ...member.run, startedMs, state };
    if (state.phase === 'ended') {
      member.run.recording.counts = member.readCounts();
      member.leave();
      const { run } = member;
      // Loaded with the first end: no run needs it. Without it the pace of this one is not known later.
      import('./measured-throughput.ts').then(
        ({ noteMeasured }) => noteMeasured(run),
        () => undefined,
      );
      for (const tell of member.onEnded.splice(0)) tell(member.run);
    }
    // The first token waits for the frame that draws it: what came with it has taken its time already.
    if (event.kind === 'token') signal.mark();
    else signal.flush();
  }

  function end(
    member: Member,
    ending: Pick<Extract<RunEvent, { kind: 'end' }>, 'endState' | 'error'>,
    endedMs?: number,
  ) {
    const lasted = member.run.state.phase === 'queued' ? 0 : elapsedMs(member.run, now());
    apply(member, { kind: 'end', endedMs: endedMs ?? lasted, ...ending });
  }

  async function receive(member: Member, player: Player): Promise<void> {
    const { signal: stopped } = member.controller;
    const { recording, replay } = member.run;
    try {
      const take = (events: readonly StreamEvent[], arrivedMs: number) => {
        if (stopped.aborted) return;
        for (const event of events) recording.receive(event, arrivedMs);
        if (recording.lanes.size > 0) apply(member, { kind: 'token' });
        signal.mark();
      };
      const { endState, endedMs } = await player(stopped, take, (read) => (member.readCounts = read));
      end(member, { endState, error: null }, endedMs);
    } catch (error) {
      const ending = { endState: endStateOf(error), error: error instanceof ApiError ? error : null };
      end(member, ending, replay?.recorded.endedMs);
    }
  }

  function add(
    what: Omit<Run, 'id' | 'recording' | 'startedMs'>,
    recording = new Recording(what.request),
  ): Member {
    runCount += 1;
    const run: Run = { ...what, id: runCount, startedMs: now(), recording };
    const member: Member = {
      run,
      controller: new AbortController(),
      onEnded: [],
      leave: () => undefined,
      readCounts: () => ({}),
    };
    members.set(run.id, member);
    return member;
  }

  function stop(id: number): void {
    const member = members.get(id);
    if (member === undefined) return;
    end(member, { endState: 'stopped', error: null });
    member.controller.abort();
  }

  return {
    start(client, request, { isFirst = false, onSent } = {}) {
      const { connectionId, serviceKey, baseUrl } = client;
      const member = add({
        request,
        connectionId,
        serviceKey,
        baseUrl,
        startedAt: new Date(),
        replay: null,
        state: { phase: 'queued' },
      });
      const player: Player = async (stopped, onReceived, onCounts) => ({
        endState: await receiveAnswer(
          client,
          request,
          stopped,
          (events, receivedAt) => onReceived(events, receivedAt - member.run.startedMs),
          onCounts,
        ),
      });
      member.leave = slots.enter(
        originOf(baseUrl),
        () => {
          onSent?.();
          apply(member, { kind: 'sent' });
          void receive(member, player);
        },
        isFirst,
      );
      signal.flush();
      return member.run.id;
    },
    play(recorded, pace, player) {
      const { request, startedAt } = recorded;
      const replay = { recorded, pace };
      const from = { connectionId: 'recording', serviceKey: null, baseUrl: null };
      const member = add({ request, ...from, startedAt, replay, state: { phase: 'waiting' } });
      signal.flush();
      void receive(member, player);
      return member.run.id;
    },
    show(run) {
      add(run, run.recording);
      signal.flush();
    },
    get: (id) => members.get(id)?.run,
    last: () => [...members.values()].at(-1)?.run,
    stop,
    forget(id) {
      stop(id);
      if (members.delete(id)) signal.flush();
    },
    ended(id) {
      const member = members.get(id);
      if (member === undefined) return Promise.reject(new RangeError(`There is no run ${id}.`));
      if (member.run.state.phase === 'ended') return Promise.resolve(member.run);
      return new Promise((resolve) => member.onEnded.push(resolve));
    },
    subscribe: signal.subscribe,
    version: signal.version,
  };
}
