// Following a fine-tune on the terminal by polling the store; cancelling it.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { terminalStatuses } from '#service/jobs/status.ts';
import { putRequest, findWaiting } from '#service/jobs/inbox.ts';
import type { Places } from '#service/store/data-folder.ts';
import type { FineTuneEventRow, FineTuneRow } from '#service/store/fine-tunes.ts';
import { openStoreToRead, type Store } from '#service/store/store.ts';
import { OptionError } from '#tools/command-line/options.ts';
import { notRunningNotice } from '#tools/command-line/program.ts';

const pollMs = 200;
const serverCheckMs = 3_000;

/** Prints every event once. Null if the signal aborts before the job ends. */
export async function follow(id: string, places: Places, signal: AbortSignal): Promise<FineTuneRow | null> {
  let store: Store | null = null;
  let last = 0;
  let checkedAt = performance.now();
  let isStopped = notRunningNotice(places, '') !== null;
  try {
    for (;;) {
      store ??= openStoreToRead(places.database);
      // The status first: later events are then printed before the end is noticed.
      const row = store?.fineTunes.find(id) ?? null;
      for (const event of store?.events.list(id, last) ?? []) {
        console.log(lineOf(event));
        last = event.number;
      }
      if (row !== null && terminalStatuses.has(row.status)) return row;
      if (performance.now() - checkedAt > serverCheckMs) {
        checkedAt = performance.now();
        const notice = notRunningNotice(places, 'the job goes on');
        if ((notice !== null) !== isStopped)
          console.log(notice ?? `Inferdeck is running for ${places.home} again.`);
        isStopped = notice !== null;
      }
      const isAborted = await setTimeout(pollMs, false, { signal }).catch(() => true);
      if (isAborted) return null;
    }
  } finally {
    store?.close();
  }
}

const codes: Readonly<Record<string, string>> = { warning: '33', error: '31' };

function lineOf({ createdAt, level, message }: FineTuneEventRow): string {
  const time = new Date(createdAt).toTimeString().slice(0, 8);
  const code = codes[level ?? ''];
  const hasColours = process.stdout.isTTY && !process.env['NO_COLOR'];
  const text = code !== undefined && hasColours ? `\u001B[${code}m${message}\u001B[39m` : message;
  return `${time}  ${text}`;
}

/** A step takes a second at most, and the inbox is polled every two. */
const cancelTimeoutMs = 20_000;

export async function requestCancel(fineTuneId: string, places: Places): Promise<void> {
  await putRequest(places, {
    kind: 'cancel',
    id: `cancel-${randomUUID()}`,
    createdAt: Date.now(),
    fineTuneId,
  });
}

/** Resolves to the exit code. @throws OptionError for an unknown id */
export async function cancel(id: string, places: Places): Promise<number> {
  const store = openStoreToRead(places.database);
  try {
    const status = store?.fineTunes.find(id)?.status;
    if (status === undefined && findWaiting(places.inbox, id) === null) {
      throw new OptionError(`--cancel: there is no fine-tune ${id} in ${places.home}.`);
    }
    if (status !== undefined && terminalStatuses.has(status)) {
      throw new OptionError(`--cancel: ${id} is over already: ${status}.`);
    }
    await requestCancel(id, places);
    const notice = notRunningNotice(places, `${id} is cancelled`);
    if (notice !== null) {
      console.log(notice);
      return 0;
    }
    return await waitForEnd(id, places, store);
  } finally {
    store?.close();
  }
}

async function waitForEnd(id: string, places: Places, opened: Store | null): Promise<number> {
  const until = performance.now() + cancelTimeoutMs;
  const store = opened ?? openStoreToRead(places.database);
  try {
    while (performance.now() < until) {
      const status = store?.fineTunes.find(id)?.status;
      if (status !== undefined && terminalStatuses.has(status)) {
        console.log(status === 'cancelled' ? `${id} is cancelled.` : `${id} was over before: ${status}.`);
        return status === 'cancelled' ? 0 : 1;
      }
      await setTimeout(pollMs);
    }
    console.log(`Cancellation of ${id} requested; the server has not answered yet.`);
    return 0;
  } finally {
    if (opened === null) store?.close();
  }
}
