// Connection test: one real GET /models, with a diagnosis.
import { createClient } from '#api/client.ts';
import type { Connection } from '#api/connection.ts';
import { ApiError } from '#api/errors.ts';
import { formatCount, formatDuration } from '#lib/format.ts';
import { whyUnreachable } from './why-unreachable.ts';

export interface TestOutcome {
  readonly isGood: boolean;
  readonly text: string;
}

/** Requests the models once, and diagnoses a missing answer. Never throws. */
export async function testConnection(
  connection: Omit<Connection, 'id'>,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const client = createClient({ id: 'test', ...connection });
  const startedMs = performance.now();
  try {
    const { items, notes } = await client.listModels({ signal });
    const took = formatDuration(performance.now() - startedMs);
    const count = items.length === 1 ? '1 model' : `${formatCount(items.length)} models`;
    return {
      isGood: true,
      text: [`Connected: ${count}, in ${took}.`, ...notes].join(' '),
    };
  } catch (error) {
    return { isGood: false, text: await sentenceOf(error, connection.baseUrl, signal) };
  }
}

async function sentenceOf(error: unknown, baseUrl: string, signal: AbortSignal): Promise<string> {
  if (signal.aborted) return 'The test was cancelled.';
  if (!(error instanceof ApiError)) return 'The test itself failed.';
  // Browsers report every network failure alike.
  if (error.code === 'unreachable') return whyUnreachable(baseUrl, signal);
  const isElsewhere = error.status === 404 || error.kind === 'decode';
  return isElsewhere && !/\/v\d+$/.test(baseUrl)
    ? `${error.message} Most services answer under ${baseUrl}/v1: the address may be missing /v1.`
    : error.message;
}
