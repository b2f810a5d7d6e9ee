// Writes every answer of the list into the recorder, and gives back what is known of earlier ones.
import { useEffect, useState } from 'react';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { useServiceKey } from '#connection/use-client.ts';
import { recorder, type Recorded } from './recorder.ts';
import { sightingOf } from './sighting.ts';

/** Null until the browser's storage has answered. @param answeredMs when the list came; null before it has */
export function useRecorded(all: readonly FineTune[], answeredMs: number | null): Recorded | null {
  const connectionId = useServiceKey();
  const [recorded, setRecorded] = useState<{ readonly of: string; readonly what: Recorded } | null>(null);

  useEffect(() => {
    if (answeredMs === null) return undefined;
    let isCurrent = true;
    const sightings = all.map((record) => sightingOf(connectionId, record, answeredMs));
    async function note(atMs: number): Promise<void> {
      const what = await recorder.note(connectionId, sightings, atMs);
      if (isCurrent) setRecorded({ of: connectionId, what });
    }
    void note(answeredMs);
    return () => {
      isCurrent = false;
    };
  }, [connectionId, all, answeredMs]);

  return recorded?.of === connectionId ? recorded.what : null;
}
