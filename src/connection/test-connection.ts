// Tries a connection before it is kept: one real GET /models, and a sentence on what came back.
import { createClient } from '#api/client.ts';
import type { Connection } from '#api/connection.ts';
import { ApiError } from '#api/errors.ts';
import { formatCount, formatDuration } from '#lib/format.ts';
import { watchPolicy } from './policy-watch.ts';

/** What a person reads after a test. */
export interface TestOutcome {
  readonly isGood: boolean;
  readonly text: string;
}

/** Asks the service for its models, once. Never throws. */
export async function testConnection(connection: Omit<Connection, 'id'>): Promise<TestOutcome> {
  const client = createClient({ id: 'test', ...connection });
  const policy = watchPolicy();
  const startedMs = performance.now();
  try {
    const { items, notes } = await client.listModels();
    const took = formatDuration(performance.now() - startedMs);
    const count = items.length === 1 ? '1 model' : `${formatCount(items.length)} models`;
    return {
      isGood: true,
      text: [`It answers: ${count}, in ${took}.`, ...notes].join(' '),
    };
  } catch (error) {
    // The browser reports its own refusal in a task of its own, after the request has failed.
    await new Promise((resolve) => setTimeout(resolve));
    return { isGood: false, text: sentenceOf(error, policy.hasBlocked(connection.baseUrl)) };
  } finally {
    policy.stop();
  }
}

function sentenceOf(error: unknown, isBlocked: boolean): string {
  if (isBlocked)
    return 'This page is not allowed to talk to that address: its server names the addresses it may reach, and this is not one of them. Nothing was sent.';
  return error instanceof ApiError ? error.message : 'The test itself failed.';
}
