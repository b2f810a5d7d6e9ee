// Where this tab stands, and what it showed before and after; a reload keeps it, another tab has its own.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';

/** Steps that are remembered each way; beyond them undo and redo follow the tree. */
const stepsAtMost = 1_000;

/** What the page showed: a state; or, `isBefore` its run, the state's draft over the output that was there then. */
const Place = z.object({ id: z.string(), isBefore: z.boolean() });

/** What the page showed. */
export type Place = z.infer<typeof Place>;

const Trail = z.object({ head: z.nullable(Place), past: z.array(Place), future: z.array(Place) });

/** Where a tab stands, where undo leads, the nearest place last, and where redo does, likewise. */
export type Trail = z.infer<typeof Trail>;

/** The place of one tab. */
export interface TrailStore {
  /** Its head is null in a new tab. */
  read: () => Trail;
  write: (trail: Trail) => void;
}

/** @param storage of the tab, `sessionStorage` in a browser; it may throw */
export function createTrail(storage: () => Storage): TrailStore {
  const entry = stored<Trail>({
    key: 'inferdeck.history-place',
    version: 2,
    parse: (value) => Trail.safeParse(value).data ?? null,
    fallback: { head: null, past: [], future: [] },
    storage,
  });
  let trail = entry.read();
  return {
    read: () => trail,
    write({ head, past, future }) {
      trail = { head, past: past.slice(-stepsAtMost), future: future.slice(-stepsAtMost) };
      entry.write(trail);
    },
  };
}
