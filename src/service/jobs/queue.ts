// What the queues of this service have in common: fine-tunes and uploads are kept, woken and stopped in the same way.
import type { Places } from '#service/store/places.ts';
import type { Store } from '#service/store/store.ts';
import type { ModelShelf } from './model-shelf.ts';

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
