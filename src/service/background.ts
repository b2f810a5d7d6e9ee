// Background work: store and lock, inbox, fine-tunes, uploads.
import { createFineTuneQueue } from '#service/fine-tunes/queue.ts';
import { prepareSample } from '#service/fine-tunes/sample.ts';
import { watchInbox } from '#service/jobs/inbox.ts';
import { createLocalModels, type ModelHost } from '#service/jobs/local-models.ts';
import { createUploads } from '#service/jobs/uploads.ts';
import { lockDataFolder, placesIn } from '#service/store/data-folder.ts';
import { openStore, type Store } from '#service/store/store.ts';

interface BackgroundParts {
  readonly home: string;
  readonly engine: ModelHost;
  readonly sample: boolean;
  /** Unix milliseconds. */
  readonly clock?: () => number;
  readonly onFailure: (error: unknown) => void;
}

export interface Background {
  readonly store: Store;
  /** Idempotent. Stops within one step; the next start resumes. */
  stop(): Promise<void>;
}

/** Throws StoreError if the data folder is locked or unusable. */
export async function startBackground(parts: BackgroundParts): Promise<Background> {
  const { home, engine, sample, clock = Date.now, onFailure } = parts;
  const places = placesIn(home);
  const lock = await lockDataFolder(home);
  /** Closed last first. */
  const closers: (() => void | Promise<unknown>)[] = [() => lock.release()];
  const close = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const each of closers.toReversed()) {
      try {
        await each();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    const store = openStore(places.database);
    closers.push(() => store.close());
    const localModels = createLocalModels({ engine, store, home, onFailure });
    await localModels.restore();
    const queue = createFineTuneQueue({ store, places, localModels, clock, onFailure });
    const uploads = createUploads({ store, places, localModels, clock, onFailure });
    closers.push(() => Promise.all([queue.stop(), uploads.stop()]));
    const wake = () => {
      queue.wake();
      uploads.wake();
    };
    const inbox = watchInbox(places.inbox, store, {
      acceptFineTune: (request) => queue.accept(request),
      acceptUpload: (request) => uploads.accept(request),
      cancel: ({ fineTuneId }) => queue.cancel(fineTuneId),
      onAccepted: wake,
      onFailure,
    });
    closers.push(() => inbox.close());
    if (sample && store.fineTunes.list().length === 0) queue.accept(await prepareSample(places, clock()));
    wake();
    let stopped: Promise<void> | null = null;
    return { store, stop: () => (stopped ??= close()) };
  } catch (error) {
    await close();
    throw error;
  }
}
