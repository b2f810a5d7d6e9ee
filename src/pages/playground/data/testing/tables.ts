// Manual service and plans for data run tests.
import type { ServerResponse } from 'node:http';
import { createClient } from '#api/client.ts';
import { startLocalService } from '#api/testing/local-service.ts';
import { createStreamSlots, type StreamSlots } from '#connection/stream-slots.ts';
import { emptyDraft } from '#draft/draft.ts';
import { createRequestPool } from '#run/request-pool.ts';
import { DataRun, type DataRunParts } from '#pages/playground/data/data-run.ts';
import type { RunLimits } from '#pages/playground/data/pause-reason.ts';
import type { StoredCell } from '#pages/playground/data/cell.ts';
import type { RunPlan } from '#pages/playground/data/plan.ts';

export interface Asked {
  readonly prompt: string;
  readonly response: ServerResponse;
}

/** `reply` answers at once, else the test does. */
export async function serveAsked(reply?: (asked: Asked) => void) {
  const asked: Asked[] = [];
  const service = await startLocalService((response, request) => {
    const body: unknown = JSON.parse(request.body);
    const prompt = typeof body === 'object' && body && 'prompt' in body ? String(body.prompt) : '';
    asked.push({ prompt, response });
    reply?.({ prompt, response });
  });
  return { client: createClient(service.connection), asked, close: () => service.close() };
}

/** One token. */
export function answer({ response }: Asked, text: string, usage: readonly [number, number] | null = [1, 1]) {
  const chunk = { token: { id: 1, text, logprob: -1, special: false }, choices: [{ index: 0, text }] };
  const counts = usage && {
    prompt_tokens: usage[0],
    completion_tokens: usage[1],
    total_tokens: usage[0] + usage[1],
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const end = JSON.stringify({ ...chunk, finish_reason: 'eos', ...(counts && { usage: counts }) });
  response.end(`data: ${end}\n\ndata: [DONE]\n\n`);
}

export function refuse(
  { response }: Asked,
  status: number,
  { code, ...headers }: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message: `no ${status}`, type: 'test', code } }));
}

/** One output of one token over rows `r1`, `r2`, … */
export function planOf(rowCount: number, outputs = 1): RunPlan {
  return {
    id: 'plan',
    startedAt: '2026-01-01T00:00:00.000Z',
    name: 'rows.csv',
    draft: { ...emptyDraft, prompt: '{{v}}', numbers: { max_tokens: '4' } },
    columns: ['v'],
    rows: Array.from({ length: rowCount }, (_, row) => [`r${row + 1}`]),
    rowNumbers: Array.from({ length: rowCount }, (_, row) => row + 1),
    outputs: Array.from({ length: outputs }, (_, id) => ({
      id,
      model: `m${id}`,
      changes: {},
      prices: { input: 0.001, output: 0.001 },
      contextLength: null,
    })),
    service: null,
  };
}

const requestFrame = (callback: () => void) => void setImmediate(callback);

export function runOf(
  plan: RunPlan,
  limits: Partial<RunLimits> = {},
  stored: readonly StoredCell[] = [],
  { slots = createStreamSlots(), ...parts }: Omit<DataRunParts, 'pool'> & { slots?: StreamSlots } = {},
): DataRun {
  const pool = createRequestPool({ requestFrame, slots });
  const all = { atOnce: 2, unit: 'tokens', bound: null, autoResume: false, ...limits } as const;
  return new DataRun(plan, all, { pool, requestFrame, ...parts }, stored);
}
