// Pool of parallel runs: queue, abort, throttled notifications.
import type { Client } from '#api/client.ts';
import { ApiError, endStateOf } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { StreamTimers } from '#api/stall-watch.ts';
import type { StreamEvent } from '#api/stream.ts';
import { originOf, streamSlots, type StreamSlots } from '#connection/stream-slots.ts';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { Recording } from './recording.ts';
import { type RecordedRun, type EndState, elapsedMs, nextState, type Run, type RunEvent } from './run.ts';

export interface RequestPool {
  /** @returns an id unique in this page */
  start: (client: Client, request: CompletionRequest, how?: StartOptions) => number;
  play: (recorded: RecordedRun, pace: number, player: Player) => number;
  /** Adds an ended run. @returns its new id */
  show: (run: Run) => number;
  /** The recording grows in place. */
  get: (id: number) => Run | undefined;
  last: () => Run | undefined;
  /** Aborts their requests, queued ones first: no freed slot goes to one about to be stopped. A no-op after the end. */
  stop: (...ids: readonly number[]) => void;
  forget: (id: number) => void;
  /** After any end. @throws RangeError for an unknown or forgotten id */
  ended: (id: number) => Promise<Run>;
  /** At most once a frame while tokens arrive. */
  subscribe: (listener: () => void) => () => void;
  version: () => number;
}

interface StartOptions {
  readonly isFirst?: boolean;
  /** May be called before `start` returns. */
  readonly onSent?: () => void;
  /** Before its slot goes to the next request. */
  readonly onEnded?: (run: Run) => void;
}

/**
 * Delivers events until the signal or the end; times since the start. May throw an ApiError. `onCounts` takes a
 * reader, called after any end.
 */
export type Player = (
  signal: AbortSignal,
  onReceived: (events: readonly StreamEvent[], arrivedMs: number) => void,
  onCounts: (read: () => Counts) => void,
) => Promise<{ readonly endState: EndState; readonly endedMs?: number }>;

/** For tests. */
export interface RequestPoolParts {
  readonly now?: () => number;
  readonly requestFrame?: (callback: () => void) => void;
  readonly slots?: StreamSlots;
}

interface Member {
  run: Run;
  readonly controller: AbortController;
  readonly onEnded: ((run: Run) => void)[];
  leave: () => void;
  readCounts: () => Counts;
}

/** Over all pools. */
let runCount = 0;

const endListeners: ((run: Run) => void)[] = [];

/** Of all pools. */
export function onRunEnded(listener: (run: Run) => void): void {
  endListeners.push(listener);
}

export function createRequestPool(parts: RequestPoolParts = {}): RequestPool {
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
      member.run.recording.end(member.readCounts());
      for (const listener of member.onEnded.splice(0)) listener(member.run);
      member.leave();
      for (const listener of endListeners) listener(member.run);
    }
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
        if (recording.choices.size > 0) apply(member, { kind: 'token' });
        // Taking in these events has already held the page.
        signal.mark();
      };
      const { endState, endedMs } = await player(stopped, take, (read) => (member.readCounts = read));
      end(member, { endState, error: null }, endedMs);
    } catch (error) {
      const ending = { endState: endStateOf(error), error: error instanceof ApiError ? error : null };
      end(member, ending, replay?.recorded.endedMs);
    }
    signal.flush();
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

  function stop(...ids: readonly number[]): void {
    const all = ids.flatMap((id) => members.get(id) ?? []);
    const queued = all.filter(({ run }) => run.state.phase === 'queued');
    for (const member of new Set([...queued, ...all])) {
      end(member, { endState: 'stopped', error: null });
      member.controller.abort();
    }
    signal.flush();
  }

  return {
    start(client, request, { isFirst = false, onSent, onEnded } = {}) {
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
      if (onEnded) member.onEnded.push(onEnded);
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
          signal.flush();
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
      const { id } = add(run, run.recording).run;
      signal.flush();
      return id;
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

/** Of one read. `receivedAt`: performance.now(). */
type OnReceived = (events: readonly StreamEvent[], receivedAt: number) => void;

type Counts = Readonly<Record<string, number>>;

/**
 * @param onCounts gets a reader that stays valid after any end
 * @throws ApiError, or an AbortError after the signal
 */
async function receiveAnswer(
  client: Client,
  request: CompletionRequest,
  signal: AbortSignal,
  onReceived: OnReceived,
  onCounts: (read: () => Counts) => void,
): Promise<EndState> {
  if (request.stream !== true) {
    const { view, text, counts, receivedAt } = await client.complete(request, { signal });
    onCounts(() => ({ ...counts }));
    onReceived([{ data: text, chunk: view }], receivedAt);
    return 'complete';
  }
  const stream = client.streamCompletion(request, {
    signal,
    timers: await loadTimers(),
    onCounts: (read) => onCounts(() => ({ ...read() })),
  });
  const yieldToPage = createYieldToPage();
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return step.value.state;
    const { events, receivedAt } = step.value;
    onReceived(events, receivedAt);
    // A burst of buffered reads would freeze the page.
    await yieldToPage();
  }
}

/** Without its chunk there are no limits. */
async function loadTimers(): Promise<StreamTimers> {
  try {
    return (await import('#connection/timeouts.ts')).streamTimers();
  } catch {
    return {};
  }
}

interface FrameSignal {
  /** Once, in the next frame. */
  mark: () => void;
  /** Hidden tabs get no frames, and the end of a run must still arrive. */
  flush: () => void;
  subscribe: (listener: () => void) => () => void;
  /** Counts notifications. */
  version: () => number;
}

export function createFrameSignal(requestFrame: (callback: () => void) => void): FrameSignal {
  const listeners = new Set<() => void>();
  let version = 0;
  let waiting = false;

  function notify(): void {
    waiting = false;
    version += 1;
    for (const listener of listeners) listener();
  }

  return {
    mark() {
      if (waiting) return;
      waiting = true;
      requestFrame(() => {
        if (waiting) notify();
      });
    },
    flush: notify,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
