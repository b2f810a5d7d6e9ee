// Scores a text by echo: one request that gives the text's own tokens back with their logprobs, and one new token.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { RequestPool } from '#run/request-pool.ts';
import { readScoring, type Scoring } from './score.ts';

/** What is scored: the whole text; `scoreBehind` gives the part behind a prefix. */
export interface ScoreTask {
  readonly model: string;
  readonly text: string;
}

/**
 * The request that scores a text. One JSON answer: the interface describes echoed logprobs only there. A service must be
 * asked for at least one new token.
 */
export function scoreRequest({ model, text }: ScoreTask): CompletionRequest {
  return { model, prompt: text, max_tokens: 1, temperature: 0, logprobs: 1, echo: true, stream: false };
}

/**
 * Sends one request through the fleet, queued where the line is full, and reads its answer. Never throws for what a
 * service does: a refusal is a `Scoring` that is not ok.
 * @param onStart hears the run's id, for `fleet.get` and `fleet.stop`; the fleet forgets the run when it has ended
 */
export async function scoreText(
  fleet: RequestPool,
  client: Client,
  task: ScoreTask,
  onStart?: (id: number) => void,
): Promise<Scoring> {
  const id = fleet.start(client, scoreRequest(task));
  const ended = fleet.ended(id);
  onStart?.(id);
  const run = await ended;
  fleet.forget(id);
  return readScoring(run);
}
