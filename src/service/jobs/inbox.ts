// Inbox of request files: watch, accept in a transaction, remove.
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

/** Must ignore known requests: a file can be read twice. */
interface InboxHandlers {
  acceptFineTune(request: FineTuneRequest): void;
  acceptUpload(request: UploadRequest): void;
  cancel(request: CancelRequest): void;
  onAccepted(): void;
  readonly onFailure: (error: unknown) => void;
}

/** File watching misses changes. */
const pollMs = 2_000;

export function watchInbox(inbox: string, store: Store, handlers: InboxHandlers): { close(): void } {
  mkdirSync(inbox, { recursive: true, mode: 0o700 });
  const scan = () => {
    try {
      acceptWaiting(inbox, store, handlers);
    } catch (error) {
      handlers.onFailure(error);
    }
  };
  const watcher = tryWatch(inbox, scan);
  const poll = setInterval(scan, pollMs).unref();
  scan();
  return {
    close() {
      watcher?.close();
      clearInterval(poll);
    },
  };
}

/** Null where folders cannot be watched or watches run out. */
function tryWatch(folder: string, scan: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, scan);
    return watcher.on('error', () => watcher.close());
  } catch {
    return null;
  }
}

/** After a crash before the removal, the same file is read again, without effect. */
function acceptWaiting(inbox: string, store: Store, handlers: InboxHandlers): void {
  const waiting = readInbox(inbox, handlers.onFailure);
  if (waiting.length === 0) return;
  const cancellations: CancelRequest[] = [];
  store.transaction(() => {
    for (const { request } of waiting) {
      if (request.kind === 'fine_tune') handlers.acceptFineTune(request);
      else if (request.kind === 'model_upload') handlers.acceptUpload(request);
      else cancellations.push(request);
    }
  });
  for (const request of cancellations) handlers.cancel(request);
  for (const each of waiting) each.remove();
  handlers.onAccepted();
}

interface Waiting {
  readonly request: InboxRequest;
  remove(): void;
}

const fileNamePattern = /^(?:(?:ft|job|cancel)-)?[0-9a-f-]{36}\.json$/u;

/** Renames invalid files to `.rejected`. */
function readInbox(inbox: string, onRejected: (error: unknown) => void): readonly Waiting[] {
  const waiting = namesIn(inbox).flatMap((name) => {
    const file = join(inbox, name);
    try {
      return [{ request: readRequest(file), remove: () => rmSync(file, { force: true }) }];
    } catch (error) {
      onRejected(error);
      renameSync(file, `${file}.rejected`);
      return [];
    }
  });
  return waiting.toSorted((a, b) => orderOf(a.request) - orderOf(b.request));
}

/** Not yet accepted by a server. */
export function findWaiting(inbox: string, id: string): InboxRequest | null {
  try {
    return readRequest(requestFile(inbox, id));
  } catch {
    return null;
  }
}

function readRequest(file: string): InboxRequest {
  return InboxRequest.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const requestFile = (inbox: string, id: string): string => join(inbox, `${id}.json`);

function namesIn(inbox: string): readonly string[] {
  try {
    return readdirSync(inbox).filter((name) => fileNamePattern.test(name));
  } catch {
    return [];
  }
}

/** What is cancelled must be accepted first. */
function orderOf({ kind, createdAt }: InboxRequest): number {
  return createdAt + (kind === 'cancel' ? 1e15 : 0);
}

/** Atomic and durable. */
export async function putRequest({ inbox }: Places, request: InboxRequest): Promise<void> {
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(request, null, 2)}\n`;
  writeFileAtomically(requestFile(inbox, request.id), [new TextEncoder().encode(text)]);
}

/** Atomic and durable. Several processes may copy to one target. */
export async function copyAtomically(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = `${target}.${process.pid}.part`;
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
