// Follows a fine-tune on the terminal, event by event, until it is over.
import { setTimeout } from 'node:timers/promises';
import { OVER } from '#service/fine-tunes/life.ts';
import type { FineTuneEventRow } from '#service/store/fine-tune-events.ts';
import type { FineTuneRow } from '#service/store/fine-tunes.ts';
import type { Places } from '#service/store/places.ts';
import { openStoreToRead, type Store } from '#service/store/store.ts';
import { absenceNotice } from '#tools/command-line/program.ts';

const POLL_MS = 200;
/** Whether somebody serves the folder is asked less often. */
const PRESENCE_MS = 3_000;

/** Prints every event once, in order. Resolves to the job when it is over, or to null when the signal aborts. */
export async function follow(id: string, places: Places, signal: AbortSignal): Promise<FineTuneRow | null> {
  let store: Store | null = null;
  let last = 0;
  let askedAt = performance.now();
  let isAbsent = absenceNotice(places, '') !== null;
  try {
    for (;;) {
      store ??= openStoreToRead(places.database);
      // The status first: events that come in between are printed before the end is seen.
      const row = store?.fineTunes.find(id) ?? null;
      for (const event of store?.events.list(id, last) ?? []) {
        console.log(lineOf(event));
        last = event.number;
      }
      if (row !== null && OVER.has(row.status)) return row;
      if (performance.now() - askedAt > PRESENCE_MS) {
        askedAt = performance.now();
        const notice = absenceNotice(places, 'the job goes on');
        if ((notice !== null) !== isAbsent) console.log(notice ?? `Inferdeck serves ${places.home} again.`);
        isAbsent = notice !== null;
      }
      const isAborted = await setTimeout(POLL_MS, false, { signal }).catch(() => true);
      if (isAborted) return null;
    }
  } finally {
    store?.close();
  }
}

const CODES: Readonly<Record<string, string>> = { warning: '33', error: '31' };

/** `12:03:01  Step 12/300: …`; colours are for terminals that want them. */
function lineOf({ createdAt, level, message }: FineTuneEventRow): string {
  const time = new Date(createdAt).toTimeString().slice(0, 8);
  const code = CODES[level ?? ''];
  const hasColours = process.stdout.isTTY && !process.env['NO_COLOR'];
  const text = code !== undefined && hasColours ? `\u001B[${code}m${message}\u001B[39m` : message;
  return `${time}  ${text}`;
}
