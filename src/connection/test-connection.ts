// Connection test: lists models, then probes completions, hardware and fine-tunes.
import { createClient } from '#api/client.ts';
import type { Connection } from '#api/connection.ts';
import { ApiError } from '#api/errors.ts';
import { send } from '#api/http.ts';
import { formatCounted, formatDuration } from '#lib/format.ts';
import { whyUnreachable } from './why-unreachable.ts';

export interface TestOutcome {
  readonly isGood: boolean;
  readonly text: string;
}

/** Generates nothing, so it costs nothing. Never throws. */
export async function testConnection(
  connection: Omit<Connection, 'id'>,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const client = createClient({ id: 'test', ...connection });
  const startedMs = performance.now();
  try {
    const { items, notes } = await client.listModels({ signal });
    const took = formatDuration(performance.now() - startedMs);
    const [problem, hardware, fineTunes] = await Promise.all([
      completionProblem({ id: 'test', ...connection }, signal),
      client.listHardware({ signal }).then(succeeded, failed),
      client.listFineTunes({ signal }).then(succeeded, failed),
    ]);
    signal.throwIfAborted();
    const capabilities = [
      ['completions', problem === null],
      ['hardware', hardware],
      ['fine-tunes', fineTunes],
    ] as const;
    const found = capabilities.flatMap(([name, has]) => (has ? [name] : []));
    const lacking = capabilities.flatMap(([name, has]) => (has ? [] : [name]));
    return {
      isGood: problem === null,
      text: [
        `Connected: ${formatCounted(items.length, 'model')} in ${took}.`,
        problem,
        found.length > 0 && `Available: ${found.join(', ')}.`,
        lacking.length > 0 && `Not available: ${lacking.join(', ')}.`,
        ...notes,
      ]
        .filter(Boolean)
        .join(' '),
    };
  } catch (error) {
    return { isGood: false, text: await sentenceOf(error, connection.baseUrl, signal) };
  }
}

const succeeded = () => true;
const failed = () => false;

/** Sends an empty request, which a service with completions rejects as invalid: then null. */
async function completionProblem(connection: Connection, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await send(connection, (url, init) => globalThis.fetch(url, init), {
      method: 'POST',
      path: '/completions',
      body: {},
      accept: 'application/json',
      signal,
    });
    answer.close();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) return 'Completions could not be tested.';
    if (error.status === 400 || error.status === 422 || error.param !== null) return null;
    if (error.status === 404 || error.status === 405 || error.status === 501)
      return 'It lists models but has no POST /completions: it may offer chat completions only. Use a service with text completions.';
    if (error.status === 401 || error.status === 403)
      return `It lists models but refuses completions with these credentials: ${error.message} Use a token that may create completions.`;
    if (error.kind === 'network')
      return 'It lists models, but the completion request got no answer: the service must also allow POST with the authorization and content-type headers (CORS).';
    return `It lists models, but completions fail: ${error.message}`;
  }
}

async function sentenceOf(error: unknown, baseUrl: string, signal: AbortSignal): Promise<string> {
  if (signal.aborted) return 'The test was cancelled.';
  if (!(error instanceof ApiError)) return 'The test itself failed.';
  // Browsers report every network failure alike.
  if (error.code === 'unreachable') return whyUnreachable(baseUrl, signal);
  if (error.code === 'malformed_answer')
    return `${error.message} A service of another API dialect needs its OpenAI-compatible base address.`;
  const isElsewhere = error.status === 404 || error.kind === 'decode';
  return isElsewhere && !/\/v\d+$/.test(baseUrl)
    ? `${error.message} Most services answer under ${baseUrl}/v1: the address may be missing /v1.`
    : error.message;
}
