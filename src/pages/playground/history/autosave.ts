// Autosave of a streaming run.
import { createYieldToPage } from '#lib/yield-to-page.ts';
import {
  recordClosed,
  recordingEvents,
  recordingHead,
  recordingTail,
  serviceOf,
} from '#run/recording-file.ts';
import type { RecordedRun, Run } from '#run/run.ts';
import { holdRun, type RunningStore } from './autosave-store.ts';

/** A crash may lose as much. */
const everyMs = 1_000;

/** After `beforeunload`, how long the page counts as leaving. */
const leavingMs = 2_000;

const maxEvents = 500;

export interface Autosave {
  readonly runId: number;
  /** Once the page is known to stay: leaving cuts the stream, which is not a service failure. */
  waitWhileLeaving: () => Promise<void>;
  /** Written unless history has it first. */
  end: (recorded: RecordedRun) => void;
  /** Drops the autosave if history has the run. Never rejects. */
  close: (isInHistory: boolean) => Promise<void>;
}

interface AutosaveParts {
  readonly id: string;
  readonly connection: string;
  /** Read once, a turn later. */
  readonly continuedAt: () => number | undefined;
}

/** @param run sent and not ended. Ignores write failures: history reports its own */
export function startAutosave(store: RunningStore, run: Run, parts: AutosaveParts): Autosave {
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
    const recorded = recordClosed(run, connection);
    const record = { id, head: recordingHead(recorded), tail: recordingTail(recorded) };
    return tryTo(() => store.writeHead({ ...record, ...(continuedAt !== undefined && { continuedAt }) }));
  }

  /** Synchronous, so that two writers never take the same events. */
  function writeNext(recorded: RecordedRun): Promise<void> {
    const to = Math.min(events.length, from + maxEvents);
    const part = {
      id,
      index,
      events: recordingEvents(recorded, from, to),
      tail: recordingTail(recorded),
      service: serviceOf(run),
    };
    from = to;
    index += 1;
    return tryTo(() => store.writePart(part));
  }

  const known = () => ended ?? recordClosed(run, connection);

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

  // Without yielding: the page may close.
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
  // The final flush writes what arrives later.
  addEventListener('beforeunload', leave);
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', flush);
  setTimeout(() => void begin());

  return {
    runId: run.id,
    async waitWhileLeaving() {
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
