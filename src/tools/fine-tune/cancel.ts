// `--cancel`: asks for the end of a fine-tune, and waits for it where somebody serves the folder.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { OVER } from '#service/fine-tunes/life.ts';
import { putRequest } from '#service/inbox/put.ts';
import { findWaiting } from '#service/inbox/read-inbox.ts';
import type { Places } from '#service/store/places.ts';
import { openStoreToRead, type Store } from '#service/store/store.ts';
import { OptionError } from '#tools/command-line/options.ts';
import { absenceNotice } from '#tools/command-line/program.ts';

const POLL_MS = 200;
/** A step takes a second at most, and an inbox is looked into every two. */
const PATIENCE_MS = 20_000;

/** Asks; the server answers within a step. */
export async function requestCancel(fineTuneId: string, places: Places): Promise<void> {
  await putRequest(places, {
    kind: 'cancel',
    id: `cancel-${randomUUID()}`,
    createdAt: Date.now(),
    fineTuneId,
  });
}

/** Cancels and says what came of it; resolves to the exit code. Throws OptionError for an id that is not known. */
export async function cancel(id: string, places: Places): Promise<number> {
  const store = openStoreToRead(places.database);
  try {
    const status = store?.fineTunes.find(id)?.status;
    if (status === undefined && findWaiting(places.inbox, id) === null) {
      throw new OptionError(`--cancel: there is no fine-tune ${id} in ${places.home}.`);
    }
    if (status !== undefined && OVER.has(status)) {
      throw new OptionError(`--cancel: ${id} is over already: ${status}.`);
    }
    await requestCancel(id, places);
    const notice = absenceNotice(places, `${id} is cancelled`);
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
  const until = performance.now() + PATIENCE_MS;
  const store = opened ?? openStoreToRead(places.database);
  try {
    while (performance.now() < until) {
      const status = store?.fineTunes.find(id)?.status;
      if (status !== undefined && OVER.has(status)) {
        console.log(status === 'cancelled' ? `${id} is cancelled.` : `${id} was over before: ${status}.`);
        return status === 'cancelled' ? 0 : 1;
      }
      await setTimeout(POLL_MS);
    }
    console.log(`The end of ${id} was asked for; the server has not answered yet.`);
    return 0;
  } finally {
    if (opened === null) store?.close();
  }
}
