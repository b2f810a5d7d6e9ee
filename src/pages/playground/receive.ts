// Receives the answer to one request, as a stream or whole, in one shape.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { StreamEvent } from '#api/stream.ts';
import { createBreather } from '#lib/breather.ts';
import type { EndState } from './end-states.ts';

/** Silences after which a stream is given up as stalled; shorter ones are only shown. */
const timers = { firstTokenMs: 300_000, idleMs: 300_000 };

/** Hears of everything that one read brought; `receivedAt` is of performance.now(). */
export type OnReceived = (events: readonly StreamEvent[], receivedAt: number) => void;

/** How an answer ended, and what the wire held besides it, by name. */
export interface Ending {
  readonly endState: EndState;
  readonly counts: Readonly<Record<string, number>>;
}

/** How the answer ended. @throws ApiError, or an AbortError after the signal */
export async function receiveAnswer(
  client: Client,
  request: CompletionRequest,
  signal: AbortSignal,
  onReceived: OnReceived,
): Promise<Ending> {
  if (request.stream !== true) {
    const { view, text, counts, receivedAt } = await client.complete(request, { signal });
    onReceived([{ data: text, chunk: view }], receivedAt);
    return { endState: 'complete', counts: { ...counts } };
  }
  const stream = client.streamCompletion(request, { signal, timers });
  const breathe = createBreather();
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return { endState: step.value.state, counts: { ...step.value.counts } };
    const { events, receivedAt } = step.value;
    onReceived(events, receivedAt);
    // Reads that wait already are handed over without a turn of the page in between: a burst would hold it still.
    await breathe();
  }
}
