// When this visit began and when the one before it ended: leaving for a short while, or a reload, is no new visit.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';

const Visit = z.object({
  /** When the visit began; milliseconds since 1970, as the others. */
  beganMs: z.number(),
  /** When the page was last seen in it. */
  seenMs: z.number(),
  /** When the visit before it was last seen; null in the first. */
  beforeMs: z.nullable(z.number()),
});

/** A visit; times in milliseconds since 1970. */
export type Visit = z.infer<typeof Visit>;

const pauseMs = 30 * 60_000;

const entry = stored<Visit | null>({
  key: 'inferdeck.hardware-visit',
  version: 1,
  parse: (value) => Visit.safeParse(value).data ?? null,
  fallback: null,
  storage: () => localStorage,
});

/** Notes that the page is seen now, and says which visit that belongs to. */
export function noteVisit(nowMs: number): Visit {
  const visit = visitAt(entry.read(), nowMs);
  entry.write(visit);
  return visit;
}

/** The visit at a time: the last one goes on, unless half an hour went by since it was seen. */
export function visitAt(last: Visit | null, nowMs: number): Visit {
  if (last === null) return { beganMs: nowMs, seenMs: nowMs, beforeMs: null };
  if (nowMs - last.seenMs < pauseMs) return { ...last, seenMs: nowMs };
  return { beganMs: nowMs, seenMs: nowMs, beforeMs: last.seenMs };
}
