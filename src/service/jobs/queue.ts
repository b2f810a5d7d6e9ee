// Job queue shared by fine-tunes and uploads: accept, wake, stop.
import type { Places } from '#service/store/data-folder.ts';
import { StoreError } from '#service/store/database.ts';
import type { Store } from '#service/store/store.ts';
import type { LocalModels } from './local-models.ts';

export interface QueueParts {
  readonly store: Store;
  readonly places: Places;
  readonly localModels: LocalModels;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly onFailure: (error: unknown) => void;
}

export interface RequestQueue<Request> {
  /** Once; processing starts with `wake`. */
  accept(request: Request): void;
  wake(): void;
  /** The next start resumes the rest. */
  stop(): Promise<void>;
}

export interface WorkLoop {
  /** Now or after the current work. */
  wake(): void;
  idle(): Promise<void>;
}

/** Resolves with whether there was work; must not reject. */
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

/** For who started the service: everything else still answers. */
export function storeFailure(jobs: string): StoreError {
  return new StoreError(
    `${jobs} have stopped until the next start: the database cannot be read or written. Is its disk full?`,
  );
}
