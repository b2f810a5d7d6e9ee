// What lies in the inbox, parsed, in the order in which it was asked.
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InboxRequest } from './requests.ts';

/** A file of the inbox. */
export interface Waiting {
  readonly request: InboxRequest;
  /** Takes the file out of the inbox. */
  remove(): void;
}

const NAME = /^(?:(?:ft|job|cancel)-)?[0-9a-f-]{36}\.json$/u;

/** Requests in the inbox, cancellations last. What is none is put aside as `.rejected`, and told of. */
export function readInbox(inbox: string, onRejected: (error: unknown) => void): readonly Waiting[] {
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
    return readdirSync(inbox).filter((name) => NAME.test(name));
  } catch {
    return [];
  }
}

/** What is cancelled has to be there first. */
function orderOf({ kind, createdAt }: InboxRequest): number {
  return createdAt + (kind === 'cancel' ? 1e15 : 0);
}
