// The list of all fine-tunes as JSON. It carries every event of every job, so what is over is written out once only.
import type { FineTuneRow } from '#service/store/fine-tunes.ts';
import type { Store } from '#service/store/store.ts';
import { OVER } from './life.ts';
import { fineTuneRecord } from './record.ts';

/** Gives the body of GET /fine-tunes: `{"data": […]}`, newest first. */
export function createListing(store: Store): () => string {
  /** Jobs that are over do not change. */
  const written = new Map<string, string>();

  const write = (row: FineTuneRow, queueDepth: number): string => {
    const known = written.get(row.id);
    if (known !== undefined) return known;
    const json = JSON.stringify(fineTuneRecord(row, store.events.list(row.id), queueDepth));
    if (OVER.has(row.status)) written.set(row.id, json);
    return json;
  };
  return () => {
    const depths = queueDepths(store.fineTunes.listOpen());
    const records = store.fineTunes.list().map((row) => write(row, depths.get(row.id) ?? 0));
    return `{"data":[${records.join(',')}]}`;
  };
}

/** How many jobs come before each that waits: the one at work, and those that were taken over earlier. */
function queueDepths(open: readonly FineTuneRow[]): ReadonlyMap<string, number> {
  const atWork = open.filter((row) => !isWaiting(row)).length;
  return new Map(open.filter(isWaiting).map(({ id }, index) => [id, atWork + index]));
}

const isWaiting = ({ status }: FineTuneRow) => status === 'pending' || status === 'queued';
