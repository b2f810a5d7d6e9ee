// Reads one payload, for tests that look at what came of it.
import { noViewCounts, readPayload } from '#api/read-view.ts';

/** The view of a payload (its JSON text, or a value to write as JSON) with what was counted on the way. */
export function readOne(payload: unknown, n = 1) {
  const counts = noViewCounts();
  const found = readPayload(typeof payload === 'string' ? payload : JSON.stringify(payload), n, counts);
  return { counts, view: found.kind === 'view' ? found.view : null, kind: found.kind };
}
