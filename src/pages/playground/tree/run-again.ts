// Sends the request of the run on the page once more, because a person asked for it.
import type { Client } from '#api/client.ts';
import type { RunStore } from '#pages/playground/run-store.ts';

/** The very same request: history knows by it that the new run stands beside the old one. @returns false while a run receives, or where there is none */
export function runAgain(store: RunStore, client: Client): boolean {
  const run = store.current();
  return run !== null && store.start(client, run.request);
}
