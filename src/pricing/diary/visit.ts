// When a person was here before: a visit goes on through reloads and tabs, and ends half an hour after it was last seen.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';

/** Milliseconds since 1970. */
const Visit = z.object({
  startedMs: z.number(),
  seenMs: z.number(),
  /** When the visit before this one was last seen; null on the first. */
  previousMs: z.nullable(z.number()),
});

/** A visit to a list of one connection. */
export type Visit = z.infer<typeof Visit>;

const pauseMs = 30 * 60_000;

/** The visit that goes on at a time: the kept one, or a new one after a pause. */
export function nextVisit(kept: Visit | undefined, nowMs: number): Visit {
  if (kept === undefined) return { startedMs: nowMs, seenMs: nowMs, previousMs: null };
  if (nowMs - kept.seenMs < pauseMs) return { ...kept, seenMs: Math.max(kept.seenMs, nowMs) };
  return { startedMs: nowMs, seenMs: nowMs, previousMs: kept.seenMs };
}

const Visits = z.record(z.string(), Visit);

/** Visits of all connections to one list, kept in this browser. @param list "models", "hardware" */
export function keepVisits(list: string) {
  const entry = stored<z.infer<typeof Visits>>({
    key: `inferdeck.${list}-visits`,
    version: 1,
    parse: (value) => Visits.safeParse(value).data ?? null,
    fallback: {},
    storage: () => localStorage,
  });
  return {
    /** Notes that the list of a connection is seen. @returns the visit that this belongs to */
    note(connectionId: string, nowMs = Date.now()): Visit {
      const visits = entry.read();
      const visit = nextVisit(visits[connectionId], nowMs);
      entry.write({ ...visits, [connectionId]: visit });
      return visit;
    },
  };
}
