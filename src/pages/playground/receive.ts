// Receives the answer to one request, as a stream or whole, in one shape.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { CompletionView } from '#api/view.ts';
import type { EndState } from './end-states.ts';

/** Silences after which a stream is given up as stalled; shorter ones are only shown. */
const timers = { firstTokenMs: 300_000, idleMs: 300_000 };

/** Hears of everything that one read brought; `receivedAt` is of performance.now(). */
export type OnReceived = (views: readonly CompletionView[], receivedAt: number) => void;

/** How the answer ended. @throws ApiError, or an AbortError after the signal */
export async function receiveAnswer(
  client: Client,
  request: CompletionRequest,
  signal: AbortSignal,
  onReceived: OnReceived,
): Promise<EndState> {
  if (request.stream !== true) {
    const { view, receivedAt } = await client.complete(request, { signal });
    onReceived([view], receivedAt);
    return 'complete';
  }
  const stream = client.streamCompletion(request, { signal, timers });
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return step.value.state;
    const { events, receivedAt } = step.value;
    onReceived(
      events.map(({ chunk }) => chunk),
      receivedAt,
    );
  }
}
