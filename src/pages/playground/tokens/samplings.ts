// What was drawn at each place, kept while the page is loaded: a draw costs money and is not thrown away with a dialog.
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand';
import type { Client } from '#api/client.ts';
import type { ApiError } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import '#api/schema/jitless.ts';
import { requestFields } from '#api/schema/request-fields.ts';
import { stored } from '#lib/stored.ts';
import { readSamples, type Round } from './tally.ts';
import { createRequestPool } from '#run/request-pool.ts';
import type { Run } from '#run/run.ts';
import { learn } from '#run/token-names.ts';

/** The draws at one place of one model on one connection. */
interface Sampling {
  readonly rounds: readonly Round[];
  /** How many the next request draws. */
  readonly count: number;
  /** The run that is on its way; null while none is. */
  readonly runId: number | null;
  /** The newest run, where it failed. */
  readonly failed: Run | null;
  /** The count that the service refused last; null where it refused none. */
  readonly refusedCount: number | null;
}

/** A place and its draws. */
type SamplingStore = StoreApi<Sampling>;

/** Places with draws that are remembered; the one that was drawn at longest ago goes first. */
const kept = 40;

const samplings = new Map<string, SamplingStore>();

/** Every draw goes through it: streams keep to the few that may go to one origin at once. */
const pool = createRequestPool();

/** The draws after a prompt. A place is remembered from its first draw on: each letter that is typed is a place, too. */
export function samplingAt(client: Client, model: string, prompt: string): SamplingStore {
  const place = placeOf(client, model, prompt);
  return (
    samplings.get(place) ??
    createStore<Sampling>(() => ({
      rounds: roundsBefore(place),
      count: mostSamples,
      runId: null,
      failed: null,
      refusedCount: null,
    }))
  );
}

function remember(place: string, store: SamplingStore): void {
  samplings.delete(place);
  samplings.set(place, store);
  for (const [oldest, { getState }] of samplings) {
    if (samplings.size <= kept) return;
    if (getState().runId === null) samplings.delete(oldest);
  }
}

function placeOf(client: Client, model: string, prompt: string): string {
  return JSON.stringify([client.serviceKey(), model, prompt]);
}

function roundsBefore(place: string): readonly Round[] {
  const before = keptRounds.read();
  return before.place === place ? before.rounds : [];
}

/** Draws once more. What came before a stop or a failure is kept; a refused count is lowered, and nothing is sent again. */
export async function draw(
  store: SamplingStore,
  client: Client,
  model: string,
  prompt: string,
  without: readonly string[],
): Promise<void> {
  const { count, runId } = store.getState();
  if (runId !== null) return;
  const id = pool.start(client, alternativesRequest(model, prompt, count, without));
  store.setState({ runId: id, failed: null, refusedCount: null });
  const place = placeOf(client, model, prompt);
  remember(place, store);
  const run = await pool.ended(id);
  const samples = readSamples(run.recording, count);
  const error = run.state.phase === 'ended' ? run.state.error : null;
  const lowered = error !== null && isAboutCount(error) ? lowerCount(count) : null;
  store.setState(({ rounds }) => ({
    rounds: samples.length === 0 ? rounds : [...rounds, { asked: count, samples }],
    runId: null,
    failed: error === null ? null : run,
    ...(lowered !== null && { count: lowered, refusedCount: count }),
  }));
  const rounds = store.getState().rounds.map(({ asked, samples: drawn }) => ({ asked, samples: [...drawn] }));
  if (samples.length > 0) keptRounds.write({ place, rounds });
  learn(run);
  pool.forget(id);
}

/** Hook: the run that is on its way, drawn again when its state changes; null while none is. */
export function useDrawing(store: SamplingStore): Run | null {
  return useSyncExternalStore(pool.subscribe, () => {
    const { runId } = store.getState();
    return (runId === null ? undefined : pool.get(runId)) ?? null;
  });
}

/** Ends the draw that is on its way; what it brought counts. */
export function stopDrawing(store: SamplingStore): void {
  const { runId } = store.getState();
  if (runId !== null) pool.stop(runId);
}

/** Whether a refusal is about `n`: the service names the field, or says so in words. */
function isAboutCount({ kind, status, param, serviceMessage }: ApiError): boolean {
  if (kind !== 'http' || (status !== 400 && status !== 422)) return false;
  return param === 'n' || (param === null && /(^|[^\w])[`'"]?n[`'"]?([^\w]|$)/.test(serviceMessage ?? ''));
}

/** How many tokens one request draws at most. */
export const mostSamples = requestFields.n.limit.max;

/**
 * `n` single tokens after the prompt at temperature 1; nothing else is sent. A service that cuts off the unlikely by
 * default does so here, too.
 * @param without ids, in digits, that may not be drawn again: bias −100
 */
export function alternativesRequest(
  model: string,
  prompt: string,
  n: number,
  without: readonly string[],
): CompletionRequest {
  const request = { model, prompt, max_tokens: 1, n, logprobs: 1, temperature: 1, stream: true };
  if (without.length === 0) return request;
  return { ...request, logit_bias: Object.fromEntries(without.map((id) => [id, -100])) };
}

/** What to ask for after a service refused `n`; null where one is all that can be asked for. */
function lowerCount(n: number): number | null {
  return n <= 1 ? null : Math.max(1, Math.floor(n / 4));
}

const Sample = z.object({
  id: z.nullable(z.string()),
  text: z.string(),
  isSpecial: z.boolean(),
  logprob: z.nullable(z.number()),
});

const KeptRounds = z.object({
  /** Which place it is: its connection, model and prompt. */
  place: z.string(),
  rounds: z.array(z.object({ asked: z.number(), samples: z.array(Sample) })),
});

/** An empty place is none. */
const keptRounds = stored<z.infer<typeof KeptRounds>>({
  key: 'inferdeck.alternatives',
  version: 1,
  parse: (value) => KeptRounds.safeParse(value).data ?? null,
  fallback: { place: '', rounds: [] },
  storage: () => localStorage,
});
