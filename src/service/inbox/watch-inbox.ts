// The server's side of the inbox: requests are taken over in one transaction, then their files go.
import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import type { Store } from '#service/store/store.ts';
import { readInbox } from './read-inbox.ts';
import type { CancelRequest, FineTuneRequest, UploadRequest } from './requests.ts';

/** Who does what is asked. `accept…` only make records, and do nothing for a request that they know. */
export interface InboxReaders {
  acceptFineTune(request: FineTuneRequest): void;
  acceptUpload(request: UploadRequest): void;
  cancel(request: CancelRequest): void;
  /** Something was taken over. */
  onTaken(): void;
  readonly onFailure: (error: unknown) => void;
}

/** Systems lose a notice now and then; this finds what they lost. */
const POLL_MS = 2_000;

/** Takes over what is in the inbox and what comes, until `close`. */
export function watchInbox(inbox: string, store: Store, readers: InboxReaders): { close(): void } {
  mkdirSync(inbox, { recursive: true, mode: 0o700 });
  const look = () => {
    try {
      takeOver(inbox, store, readers);
    } catch (error) {
      readers.onFailure(error);
    }
  };
  const watcher = tryWatch(inbox, look);
  const poll = setInterval(look, POLL_MS).unref();
  look();
  return {
    close() {
      watcher?.close();
      clearInterval(poll);
    },
  };
}

/** Some systems cannot watch, or not any more folders; there, looking now and then has to do. */
function tryWatch(folder: string, look: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, look);
    return watcher.on('error', () => watcher.close());
  } catch {
    return null;
  }
}

/** After a crash between the transaction and the removal, the same file comes again and changes nothing. */
function takeOver(inbox: string, store: Store, readers: InboxReaders): void {
  const waiting = readInbox(inbox, readers.onFailure);
  if (waiting.length === 0) return;
  const cancellations: CancelRequest[] = [];
  store.transaction(() => {
    for (const { request } of waiting) {
      if (request.kind === 'fine_tune') readers.acceptFineTune(request);
      else if (request.kind === 'model_upload') readers.acceptUpload(request);
      else cancellations.push(request);
    }
  });
  for (const request of cancellations) readers.cancel(request);
  for (const each of waiting) each.remove();
  readers.onTaken();
}
