// Inbox of request files: watch, poll, accept in one transaction, remove.
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

/** The `accept…` functions only create records, and ignore known requests. */
interface InboxReaders {
  acceptFineTune(request: FineTuneRequest): void;
  acceptUpload(request: UploadRequest): void;
  cancel(request: CancelRequest): void;
  onTaken(): void;
  readonly onFailure: (error: unknown) => void;
}

/** File watching misses changes now and then; polling finds them. */
const pollMs = 2_000;

/** Accepts what is in the inbox and what arrives, until `close`. */
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

/** Some systems cannot watch folders, or run out of watches; polling has to suffice there. */
function tryWatch(folder: string, look: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, look);
    return watcher.on('error', () => watcher.close());
  } catch {
    return null;
  }
}

/** After a crash between the transaction and the removal, the same file is read again without effect. */
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

interface Waiting {
  readonly request: InboxRequest;
  remove(): void;
}

const fileNamePattern = /^(?:(?:ft|job|cancel)-)?[0-9a-f-]{36}\.json$/u;

/** Cancellations last. Invalid files are renamed to `.rejected` and reported. */
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

/** A request that no server has accepted yet; null if there is none with this id. */
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

/** What is cancelled has to be accepted first. */
function orderOf({ kind, createdAt }: InboxRequest): number {
  return createdAt + (kind === 'cancel' ? 1e15 : 0);
}

/** Atomic and durable: survives a power loss once it returns. */
export async function putRequest({ inbox }: Places, request: InboxRequest): Promise<void> {
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(request, null, 2)}\n`;
  writeFileAtomically(join(inbox, `${request.id}.json`), [new TextEncoder().encode(text)]);
}

/** Atomic and durable. Rejects with the system's error. */
export async function copyAtomically(source: string, target: string): Promise<void> {
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
