// The server's side of the inbox: requests are taken over in one transaction, then their files go.
import { type FSWatcher, mkdirSync, watch, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { syncFolder, writeFileAtomically } from '#service/engine/model/atomic-file.ts';
import type { Places } from '#service/store/data-folder.ts';
import {
  type CancelRequest,
  type FineTuneRequest,
  type UploadRequest,
  InboxRequest,
} from '#service/store/requests.ts';
import type { Store } from '#service/store/store.ts';

/** Who does what is asked. `accept…` only make records, and do nothing for a request that they know. */
interface InboxReaders {
  acceptFineTune(request: FineTuneRequest): void;
  acceptUpload(request: UploadRequest): void;
  cancel(request: CancelRequest): void;
  /** Something was taken over. */
  onTaken(): void;
  readonly onFailure: (error: unknown) => void;
}

/** Systems lose a notice now and then; this finds what they lost. */
const pollMs = 2_000;

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
  const poll = setInterval(look, pollMs).unref();
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

/** A file of the inbox. */
interface Waiting {
  readonly request: InboxRequest;
  /** Takes the file out of the inbox. */
  remove(): void;
}

const fileNamePattern = /^(?:(?:ft|job|cancel)-)?[0-9a-f-]{36}\.json$/u;

/** Requests in the inbox, cancellations last. What is none is put aside as `.rejected`, and told of. */
function readInbox(inbox: string, onRejected: (error: unknown) => void): readonly Waiting[] {
  const waiting = namesIn(inbox).flatMap((name) => {
    const file = join(inbox, name);
    try {
      const request = InboxRequest.parse(JSON.parse(readFileSync(file, 'utf8')));
      return [{ request, remove: () => rmSync(file, { force: true }) }];
    } catch (error) {
      onRejected(error);
      renameSync(file, `${file}.rejected`);
      return [];
    }
  });
  return waiting.toSorted((a, b) => orderOf(a.request) - orderOf(b.request));
}

/** A request that no server has taken over yet; null where there is none of this id. */
export function findWaiting(inbox: string, id: string): InboxRequest | null {
  const waiting = readInboxQuietly(inbox);
  return waiting.find((request) => request.id === id) ?? null;
}

function readInboxQuietly(inbox: string): readonly InboxRequest[] {
  return namesIn(inbox).flatMap((name) => {
    try {
      return [InboxRequest.parse(JSON.parse(readFileSync(join(inbox, name), 'utf8')))];
    } catch {
      return [];
    }
  });
}

function namesIn(inbox: string): readonly string[] {
  try {
    return readdirSync(inbox).filter((name) => fileNamePattern.test(name));
  } catch {
    return [];
  }
}

/** What is cancelled has to be there first. */
function orderOf({ kind, createdAt }: InboxRequest): number {
  return createdAt + (kind === 'cancel' ? 1e15 : 0);
}

/** Puts a request into the inbox, whole or not at all; it outlasts a loss of power once this returns. */
export async function putRequest({ inbox }: Places, request: InboxRequest): Promise<void> {
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(request, null, 2)}\n`;
  writeFileAtomically(join(inbox, `${request.id}.json`), [new TextEncoder().encode(text)]);
}

/** Copies a file into the data folder, whole or not at all; it outlasts a loss of power, too. Rejects with the system's error. */
export async function keepCopy(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = `${target}.part`;
  try {
    await copyFile(source, part);
    const file = await open(part, 'r+');
    try {
      await file.chmod(0o600);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, target);
    syncFolder(dirname(target));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
