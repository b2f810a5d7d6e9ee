// Scoring of one text for tests.
import type { Client } from '#api/client.ts';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { createRequestPool } from '#run/request-pool.ts';
import { scoreRequest, scoringOf, type Scoring } from '#run/echo-score.ts';

export async function scoreText(client: Client, model: string, text: string): Promise<Scoring> {
  const pool = createRequestPool({
    requestFrame: (callback) => void setImmediate(callback),
    slots: createStreamSlots(4),
  });
  const run = await pool.ended(pool.start(client, scoreRequest(model, text)));
  const scoring = scoringOf(run);
  if (scoring === null) throw new Error('The run has not ended.');
  return scoring;
}
