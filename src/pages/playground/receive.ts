// Receives the answer to one request, as a stream or whole, in one shape.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { StreamTimers } from '#api/stall-watch.ts';
import type { StreamEvent } from '#api/stream.ts';
import { createBreather } from '#lib/yield-to-page.ts';
import type { EndState } from './end-states.ts';

/** Hears of everything that one read brought; `receivedAt` is of performance.now(). */
export type OnReceived = (events: readonly StreamEvent[], receivedAt: number) => void;

/** What the wire held besides the answer, by name. */
export type Counts = Readonly<Record<string, number>>;

/**
 * How the answer ended.
 * @param onCounts is given a way to read the counts, good until and after any end
 * @throws ApiError, or an AbortError after the signal
 */
export async function receiveAnswer(
  client: Client,
  request: CompletionRequest,
  signal: AbortSignal,
  onReceived: OnReceived,
  onCounts: (read: () => Counts) => void,
): Promise<EndState> {
  if (request.stream !== true) {
    const { view, text, counts, receivedAt } = await client.complete(request, { signal });
    onCounts(() => ({ ...counts }));
    onReceived([{ data: text, chunk: view }], receivedAt);
    return 'complete';
  }
  const stream = client.streamCompletion(request, {
    signal,
    timers: await loadTimers(),
    onCounts: (read) => onCounts(() => ({ ...read() })),
  });
  const breathe = createBreather();
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return step.value.state;
    const { events, receivedAt } = step.value;
    onReceived(events, receivedAt);
    // Reads that wait already are handed over without a turn of the page in between: a burst would hold it still.
    await breathe();
  }
}

/** The silences after which a person gives a stream up; what cannot be loaded keeps no run from starting. */
async function loadTimers(): Promise<StreamTimers> {
  try {
    return (await import('#connection/silence-limits.ts')).streamTimers();
  } catch {
    return {};
  }
}
