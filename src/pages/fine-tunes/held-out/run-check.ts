// Held-out check runner: each sample and model once, four concurrently.
import { utf8Length } from '#lib/unicode.ts';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import type { CompletionView, PieceToken } from '#api/read-view.ts';
import { originOf, slotLimit, streamSlots } from '#connection/stream-slots.ts';
import type { Sample } from './samples.ts';
import { addBounds, boundDollars, boundRequest, pricedModel } from '#pricing/completion-cost.ts';
import type { TokenUnit } from '#pricing/units.ts';

/** `failure` is a sentence. */
export type SampleOutcome =
  | { readonly model: string; readonly sample: number; readonly score: EchoScore }
  | { readonly model: string; readonly sample: number; readonly failure: string };

/**
 * The first refusal ends the check: unsent requests cost nothing.
 * @returns when all sent requests have ended
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
  // Shared: each worker takes the next.
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

const noEcho = 'The service did not echo the text with log probabilities, so it cannot score.';

/**
 * For a stream slot, or until stopped.
 * @returns releases the slot
 */
function takeTurn(client: Client, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve) => {
    const handleStop = () => resolve(leave);
    const leave = streamSlots.enter(originOf(client.baseUrl), () => {
      signal.removeEventListener('abort', handleStop);
      // The queue may call back before `leave` is defined.
      queueMicrotask(() => resolve(leave));
    });
    signal.addEventListener('abort', handleStop, { once: true });
    if (signal.aborted) handleStop();
  });
}

export interface Check {
  readonly models: readonly string[];
  readonly samples: readonly Sample[];
  readonly outcomes: readonly SampleOutcome[];
  readonly state: 'running' | 'ended' | 'stopped';
}

/** Sends nothing before `start`; never retries. */
export function useCheck(client: Client): {
  readonly check: Check | null;
  readonly start: (models: readonly string[], samples: readonly Sample[]) => void;
  readonly stop: () => void;
} {
  const [check, setCheck] = useState<Check | null>(null);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  function start(models: readonly string[], samples: readonly Sample[]): void {
    stopper.current?.abort();
    const stop = new AbortController();
    stopper.current = stop;
    const outcomes: SampleOutcome[] = [];
    const show = (state: Check['state']) => {
      if (stopper.current === stop) setCheck({ models, samples, outcomes: [...outcomes], state });
    };
    show('running');
    const handleOutcome = (outcome: SampleOutcome) => {
      outcomes.push(outcome);
      show('running');
    };
    void runCheck(client, models, samples, handleOutcome, stop.signal).then(() =>
      show(stop.signal.aborted ? 'stopped' : 'ended'),
    );
  }

  return { check, start, stop: () => stopper.current?.abort() };
}

export interface EchoScore {
  /** −log p, without a text's first token, which has none. */
  readonly nats: number;
  readonly tokens: number;
  /** From the first scored token; UTF-8 bytes are comparable across tokenizers. */
  readonly bytes: number;
}

/** Services require at least one new token. */
function echoRequest(model: string, text: string): CompletionRequest {
  return { model, prompt: text, max_tokens: 1, temperature: 0, echo: true, logprobs: 1 };
}

/** Null without an echo or log probabilities. */
export function scoreEcho(view: CompletionView, { text, from }: Sample): EchoScore | null {
  const tokens = echoedTokens(view, text);
  if (tokens === null) return null;
  let [nats, count, end, first] = [0, 0, 0, text.length];
  for (const token of tokens) {
    const start = end;
    end += token.special ? 0 : token.text.length;
    // A token that begins in the prompt is the prompt's.
    if (start < from || token.special || token.logprob === null || !Number.isFinite(token.logprob)) continue;
    nats -= token.logprob;
    count += 1;
    first = Math.min(first, start);
  }
  return count === 0 ? null : { nats, tokens: count, bytes: utf8Length(text.slice(first)) };
}

/** The echo is a separate part, or precedes the choice's new text. */
function echoedTokens({ prompt, pieces }: CompletionView, text: string): readonly PieceToken[] | null {
  const parts = prompt ?? pieces.filter(({ index }) => index === 0);
  const whole = parts.map((part) => part.text).join('');
  const begin = prompt === null ? (whole.startsWith(text) ? 0 : -1) : whole.indexOf(text);
  if (begin < 0) return null;
  const tokens: PieceToken[] = [];
  let end = 0;
  for (const token of parts.flatMap((part) => part.tokens)) {
    if (end >= begin + text.length) break;
    if (end >= begin) tokens.push(token);
    end += token.special ? 0 : token.text.length;
  }
  return tokens;
}

export interface CheckPlan {
  readonly requests: number;
  /** Upper bound, in and out. */
  readonly tokens: number;
  /** Upper bound for models with known prices. */
  readonly dollars: number | null;
  /** Models without a known price. */
  readonly unpriced: readonly string[];
}

/** An unlisted checkpoint has no price, and none is assumed. */
export function planCheck(
  models: readonly string[],
  samples: readonly Sample[],
  listed: readonly Model[],
  unit: TokenUnit,
): CheckPlan {
  const nothingKnown = { prices: null, contextLength: null };
  const each = addBounds(samples.map(({ text }) => boundRequest(echoRequest('', text), nothingKnown)));
  const costs = models.map((model) => ({
    model,
    dollars: boundDollars(each, pricedModel(listed, model, unit).prices),
  }));
  const known = costs.flatMap(({ dollars }) => dollars ?? []);
  return {
    requests: models.length * samples.length,
    tokens: models.length * (each.tokens ?? 0),
    dollars: known.length === 0 ? null : known.reduce((sum, dollars) => sum + dollars, 0),
    unpriced: costs.filter(({ dollars }) => dollars === null).map(({ model }) => model),
  };
}
