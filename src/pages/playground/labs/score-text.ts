// Scores a text by echo with logprobs.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { RequestPool } from '#run/request-pool.ts';
import { readScoring, type Scoring } from './score.ts';

/** The whole text; `scoreBehind` gives the part after a prefix. */
export interface ScoreTask {
  readonly model: string;
  readonly text: string;
}

/** Not streamed: the API describes echoed logprobs only for JSON. One new token is the minimum. */
export function scoreRequest({ model, text }: ScoreTask): CompletionRequest {
  return { model, prompt: text, max_tokens: 1, temperature: 0, logprobs: 1, echo: true, stream: false };
}

/**
 * Sends one request through the pool and reads its answer. Service errors are returned as a `Scoring` that is not
 * ok.
 * @param onStart receives the run's id, valid until the run ends
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
