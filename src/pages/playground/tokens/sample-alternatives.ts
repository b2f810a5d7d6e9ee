// Sampling of next-token alternatives, cached per prompt.
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand';
import type { Client } from '#api/client.ts';
import type { ApiError } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import '#api/schema/jitless.ts';
import { requestFields } from '#api/schema/request-fields.ts';
import { storedByTab } from '#lib/stored.ts';
import { readSamples, Round } from './count-samples.ts';
import { createRequestPool } from '#run/request-pool.ts';
import type { Run } from '#run/run.ts';

interface Sampling {
  readonly rounds: readonly Round[];
  /** For the next request. */
  readonly count: number;
  readonly runId: number | null;
  readonly failed: Run | null;
  /** Last refused by the service. */
  readonly refusedCount: number | null;
}

type AlternativesStore = StoreApi<Sampling>;

/** Evicts the least recently sampled prompt. */
const maxCached = 40;

const cachedStores = new Map<string, AlternativesStore>();

/** Shared, to limit streams per origin. */
const pool = createRequestPool();

/** Cached once sampled: the prompt changes with every keystroke. */
export function alternativesStore(client: Client, model: string, prompt: string): AlternativesStore {
  const place = placeOf(client, model, prompt);
  return (
    cachedStores.get(place) ??
    createStore<Sampling>(() => ({
      rounds: savedRoundsOf(place),
      count: maxSamples,
      runId: null,
      failed: null,
      refusedCount: null,
    }))
  );
}

function remember(place: string, store: AlternativesStore): void {
  cachedStores.delete(place);
  cachedStores.set(place, store);
  for (const [oldest, { getState }] of cachedStores) {
    if (cachedStores.size <= maxCached) return;
    if (getState().runId === null) cachedStores.delete(oldest);
  }
}

function placeOf(client: Client, model: string, prompt: string): string {
  return JSON.stringify([client.serviceKey(), model, prompt]);
}

function savedRoundsOf(place: string): readonly Round[] {
  const before = savedRounds.read();
  return before.place === place ? before.rounds : [];
}

/** Keeps what arrived; lowers a refused count. Resends nothing. */
export async function sampleAlternatives(
  store: AlternativesStore,
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
  const lowered = error !== null && isAboutCount(error) ? lowerCount(count, error.serviceMessage) : null;
  store.setState(({ rounds }) => ({
    rounds: samples.length === 0 ? rounds : [...rounds, { asked: count, samples }],
    runId: null,
    failed: error === null ? null : run,
    ...(lowered !== null && { count: lowered, refusedCount: count }),
  }));
  if (samples.length > 0) savedRounds.write({ place, rounds: store.getState().rounds });
  pool.forget(id);
}

export function useSamplingRun(store: AlternativesStore): Run | null {
  return useSyncExternalStore(pool.subscribe, () => {
    const { runId } = store.getState();
    return (runId === null ? undefined : pool.get(runId)) ?? null;
  });
}

/** Keeps its samples so far. */
export function stopSampling(store: AlternativesStore): void {
  const { runId } = store.getState();
  if (runId !== null) pool.stop(runId);
}

/** Whether a refusal is about `n`, by field or message. */
function isAboutCount({ kind, status, param, serviceMessage }: ApiError): boolean {
  if (kind !== 'http' || (status !== 400 && status !== 422)) return false;
  return param === 'n' || (param === null && /(^|[^\w])[`'"]?n[`'"]?([^\w]|$)/.test(serviceMessage ?? ''));
}

export const maxSamples = requestFields.n.limit.max;

/**
 * Untruncated where it can be said: services differ in what turns top_k off.
 * @param without ids in digits, banned by a bias of −100
 */
export function alternativesRequest(
  model: string,
  prompt: string,
  n: number,
  without: readonly string[],
): CompletionRequest {
  const request = { model, prompt, max_tokens: 1, n, logprobs: 1, temperature: 1, top_p: 1, stream: true };
  if (without.length === 0) return request;
  return { ...request, logit_bias: Object.fromEntries(without.map((id) => [id, -100])) };
}

/** The most below `n` that the message names, else a quarter. */
function lowerCount(n: number, message: string | null): number | null {
  if (n <= 1) return null;
  const named = (message?.match(/\d+/g) ?? []).map(Number).filter((number) => number > 0 && number < n);
  return named.length > 0 ? Math.max(...named) : Math.max(1, Math.floor(n / 4));
}

const SavedRounds = z.object({
  /** Connection, model and prompt as a key. */
  place: z.string(),
  rounds: z.readonly(z.array(Round)),
});

const savedRounds = storedByTab<z.infer<typeof SavedRounds>>(
  {
    key: 'inferdeck.alternatives',
    version: 1,
    parse: (value) => SavedRounds.safeParse(value).data ?? null,
    fallback: { place: '', rounds: [] },
  },
  { tab: () => sessionStorage, browser: () => localStorage },
);
