// What the queues of this service have in common: fine-tunes and uploads are kept, woken and stopped in the same way.
import type { Places } from '#service/store/data-folder.ts';
import type { Store } from '#service/store/store.ts';
import type { ModelShelf } from './local-models.ts';

/** What a queue works with. */
export interface QueueParts {
  readonly store: Store;
  readonly places: Places;
  readonly shelf: ModelShelf;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** The requests of one data folder, one at work after another. */
export interface RequestQueue<Request> {
  /** Makes a record of a request, once; nothing happens to it before `wake`. */
  accept(request: Request): void;
  /** Goes on with everything that is not over. */
  wake(): void;
  /** Resolves when nothing is at work any more; the next start goes on with what is not over. */
  stop(): Promise<void>;
}

/** A lane of work. */
export interface Lane {
  /** Looks for work, now or as soon as what goes on is done. */
  wake(): void;
  /** Resolves when nothing goes on. */
  idle(): Promise<void>;
}

/** `work` does one thing and says whether there was one; it must not reject. */
export function createLane(work: () => Promise<boolean>): Lane {
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
