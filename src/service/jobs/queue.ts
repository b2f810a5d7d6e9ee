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

interface WorkLoopParts {
  readonly jobs: string;
  /** Aborted if `work` rejects: the store fails, and nothing can be done before the next start. */
  readonly stopping: AbortController;
  readonly onFailure: (error: unknown) => void;
  /** Resolves with whether there was work. */
  readonly work: () => Promise<boolean>;
}

export function createWorkLoop({ jobs, stopping, onFailure, work }: WorkLoopParts): WorkLoop {
  let isWoken = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      while (isWoken) {
        isWoken = false;
        while (!stopping.signal.aborted && (await work()));
      }
    } catch (error) {
      stopping.abort();
      onFailure(error);
      onFailure(storeFailure(jobs));
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
function storeFailure(jobs: string): StoreError {
  return new StoreError(
    `${jobs} have stopped until the next start: the database cannot be read or written. Is its disk full?`,
  );
}
