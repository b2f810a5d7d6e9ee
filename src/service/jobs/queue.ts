// Job queue shared by fine-tunes and uploads: accept, wake, stop.
import type { Places } from '#service/store/data-folder.ts';
import type { Store } from '#service/store/store.ts';
import type { LocalModels } from './local-models.ts';

export interface QueueParts {
  readonly store: Store;
  readonly places: Places;
  readonly localModels: LocalModels;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Processes the requests of one data folder one at a time. */
export interface RequestQueue<Request> {
  /** Creates a record, once; processing starts with `wake`. */
  accept(request: Request): void;
  /** Resumes everything unfinished. */
  wake(): void;
  /** Resolves when nothing is in progress; the next start resumes what is unfinished. */
  stop(): Promise<void>;
}

export interface WorkLoop {
  /** Looks for work, now or after the current work. */
  wake(): void;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
}

/** `work` does one thing and returns whether there was one; it must not reject. */
export function createWorkLoop(work: () => Promise<boolean>): WorkLoop {
  let isWoken = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (isWoken) {
      isWoken = false;
      while (await work());
    }
    running = null;
  };
  return {
    wake() {
      isWoken = true;
      running ??= run();
    },
    idle: async () => {
      await running;
    },
  };
}
