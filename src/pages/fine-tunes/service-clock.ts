// The service's clock against this browser's, so that what the service dates is never measured by a wrong clock here.
import type { Client } from '#api/client.ts';
import type { ListMemory } from './list-memory.ts';

/** Milliseconds to add to this browser's time. */
export interface ServiceClock {
  /** For ages and moments: 0 where the service does not say its time. */
  readonly aheadMs: number;
  /**
   * For what is late or silent: the service's clock stands at least there. Where the service does not say its time, it is
   * the newest time that it has told of, so that a wrong clock here accuses nobody.
   */
  readonly leastAheadMs: number;
}

/** As the newest answer leaves it. */
export function serviceClock(
  client: Pick<Client, 'clockOffsetMs'>,
  memory: Pick<ListMemory, 'leastAheadMs'>,
): ServiceClock {
  const known = client.clockOffsetMs();
  return { aheadMs: known ?? 0, leastAheadMs: known ?? memory.leastAheadMs ?? 0 };
}
