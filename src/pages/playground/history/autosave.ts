// Keeps a run while it receives: what is new once a second and when the page is left, so that closing the page loses no text.
import { ApiError } from '#api/errors.ts';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { recordingEvents, recordingHead, recordingTail } from '#run/recording-file.ts';
import type { RecordedRun, Run } from '#run/run.ts';
import { holdRun, type RunningStore } from './autosave-store.ts';

/** Milliseconds between two writes: what a crash of the browser may lose. */
const everyMs = 1_000;

/** Milliseconds after which a page that was to be left has stayed. */
const leavingMs = 2_000;

/** Events a write. */
const eventsAtMost = 500;

/** A run that is kept as it grows. */
export interface GrowingRun {
  readonly runId: number;
  /** A page that is being left breaks its stream off, which is no failure of the service: resolves once it is clear that it stays. */
  staying: () => Promise<void>;
  /** How the run really ended. History is about to hold all of it: it is written here only where that takes longer, or the page is left. */
  end: (recorded: RecordedRun) => void;
  /** The run is over. What was kept of it here is dropped where history holds it. Never rejects. */
  close: (isInHistory: boolean) => Promise<void>;
}

/** What is known of it besides what it received. */
interface GrowingParts {
  /** Its state. */
  readonly id: string;
  readonly connection: string;
  /** Tokens of the answer before it; asked once, a turn later. */
  readonly continuedAt: () => number | undefined;
}

/** @param run one that was sent and has not ended. What cannot be written is given up quietly: history itself says what is the matter */
export function keepGrowing(store: RunningStore, run: Run, parts: GrowingParts): GrowingRun {
  const { id, connection } = parts;
  const { events } = run.recording;
  const release = holdRun(id);
  let isBegun = false;
  let isOver = false;
  let ended: RecordedRun | null = null;
  let leftMs = Number.NEGATIVE_INFINITY;
  let from = 0;
  let index = 0;

  async function tryTo(write: () => Promise<void>): Promise<void> {
    try {
      if (!isOver) await write();
    } catch {
      stop();
    }
  }

  function begin(): Promise<void> {
    if (isBegun) return Promise.resolve();
    isBegun = true;
    const continuedAt = parts.continuedAt();
    const recorded = closed(run, connection);
    const record = { id, head: recordingHead(recorded), tail: recordingTail(recorded) };
    return tryTo(() => store.writeHead({ ...record, ...(continuedAt !== undefined && { continuedAt }) }));
  }

  /** What is new is taken at once, so that two writers never take the same. */
  function writeNext(recorded: RecordedRun): Promise<void> {
    const to = Math.min(events.length, from + eventsAtMost);
    const part = {
      id,
      index,
      events: recordingEvents(recorded, from, to),
      tail: recordingTail(recorded),
    };
    from = to;
    index += 1;
    return tryTo(() => store.writePart(part));
  }

  const known = () => ended ?? closed(run, connection);

  async function writeNew(): Promise<void> {
    const yieldToPage = createYieldToPage();
    await begin();
    while (from < events.length) {
      await writeNext(known());
      await yieldToPage();
    }
    if (ended === null || isOver) return;
    await writeNext(ended);
    stop();
  }

  // Without a pause: the page may be closed.
  function flush(): void {
    void begin();
    while (from < events.length) void writeNext(known());
    if (ended !== null) void writeNext(ended);
  }

  function leave(): void {
    leftMs = performance.now();
    flush();
  }

  function stop(): void {
    isOver = true;
    from = Number.POSITIVE_INFINITY;
    clearInterval(timer);
    removeEventListener('beforeunload', leave);
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', flush);
  }

  const timer = setInterval(() => void writeNew(), everyMs);
  // While the next page is asked for this one still works, which a database needs; what comes later is written last.
  addEventListener('beforeunload', leave);
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', flush);
  setTimeout(() => void begin());

  return {
    runId: run.id,
    async staying() {
      const waitMs = leftMs + leavingMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    },
    end(recorded) {
      ended = recorded;
    },
    async close(isInHistory) {
      if (!isInHistory) await writeNew();
      stop();
      if (isInHistory) await store.drop(id).catch(() => undefined);
      release();
    },
  };
}

/** The run as it will have been if the page is closed now. */
function closed({ recording, request, startedAt }: Run, connection: string): RecordedRun {
  const { events, lastEventMs } = recording;
  const times = events.times.view();
  const rest = { endState: 'interrupted', endedMs: lastEventMs ?? 0, error: pageClosed, counts: {} } as const;
  return { connection, startedAt, request, texts: events.texts, times, ...rest };
}

const pageClosed = new ApiError('network', 'The page was closed during the answer. What arrived is kept.', {
  code: 'page_closed',
});
