// Runs a held-out check: every sample under every model, four requests at once, nothing sent twice.
import type { Client } from '#api/client.ts';
import { originOf, slotLimit, streamSlots } from '#connection/stream-slots.ts';
import type { Sample } from './samples.ts';
import { echoRequest, scoreEcho, type EchoScore } from './score-echo.ts';

/** What came of a sample under a model: its score, or a sentence. */
export type SampleOutcome =
  | { readonly model: string; readonly sample: number; readonly score: EchoScore }
  | { readonly model: string; readonly sample: number; readonly failure: string };

/**
 * Sends the requests and hands each outcome over as it comes. The first refusal ends the check: what is not sent is not paid.
 * @returns when all that were sent have ended
 */
export async function runCheck(
  client: Client,
  models: readonly string[],
  samples: readonly Sample[],
  onOutcome: (outcome: SampleOutcome) => void,
  signal: AbortSignal,
): Promise<void> {
  let isRefused = false;
  const isEnded = () => signal.aborted || isRefused;
  // One iterator for all: each worker takes the next task.
  const tasks = samples.flatMap((each, sample) => models.map((model) => ({ model, sample, each }))).values();

  async function work(): Promise<void> {
    for (const { model, sample, each } of tasks) {
      const leave = await takeTurn(client, signal);
      try {
        if (isEnded()) return;
        const { view } = await client.complete(echoRequest(model, each.text), { signal });
        const score = scoreEcho(view, each);
        isRefused ||= score === null;
        onOutcome(score === null ? { model, sample, failure: noEcho } : { model, sample, score });
      } catch (error) {
        isRefused = true;
        const failure = error instanceof Error ? error.message : 'The request failed.';
        if (!signal.aborted) onOutcome({ model, sample, failure });
      } finally {
        leave();
      }
    }
  }

  await Promise.all(Array.from({ length: slotLimit }, work));
}

const noEcho =
  'The service answered without the log probabilities of the text that it was asked to echo: it cannot score.';

/** Stands in line with all that streams, until it is one's turn or the check is stopped. @returns gives the place back */
function takeTurn(client: Client, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve) => {
    const handleStop = () => resolve(leave);
    const leave = streamSlots.enter(originOf(client.baseUrl), () => {
      signal.removeEventListener('abort', handleStop);
      // The line may serve at once, before `leave` is there to be handed over.
      queueMicrotask(() => resolve(leave));
    });
    signal.addEventListener('abort', handleStop, { once: true });
    if (signal.aborted) handleStop();
  });
}
