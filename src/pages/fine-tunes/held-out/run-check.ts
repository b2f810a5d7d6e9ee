// Runs a held-out check: each sample and model once, four concurrently.
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

/** What came of a sample under a model: its score, or a sentence. */
export type SampleOutcome =
  | { readonly model: string; readonly sample: number; readonly score: EchoScore }
  | { readonly model: string; readonly sample: number; readonly failure: string };

/**
 * Sends the requests and hands each outcome over as it comes. The first refusal ends the check: what is not sent is not paid.
 * @returns when all that were sent have ended
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
  // One iterator for all: each worker takes the next task.
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

/** Stands in line with all that streams, until it is one's turn or the check is stopped. @returns gives the place back */
function takeTurn(client: Client, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve) => {
    const handleStop = () => resolve(leave);
    const leave = streamSlots.enter(originOf(client.baseUrl), () => {
      signal.removeEventListener('abort', handleStop);
      // The line may serve at once, before `leave` is there to be handed over.
      queueMicrotask(() => resolve(leave));
    });
    signal.addEventListener('abort', handleStop, { once: true });
    if (signal.aborted) handleStop();
  });
}

/** A check that was begun. */
export interface Check {
  readonly models: readonly string[];
  readonly samples: readonly Sample[];
  readonly outcomes: readonly SampleOutcome[];
  readonly state: 'running' | 'ended' | 'stopped';
}

/** Nothing is sent before `start`, and nothing is sent again by itself. */
export function useCheck(client: Client): {
  readonly check: Check | null;
  readonly start: (models: readonly string[], samples: readonly Sample[]) => void;
  readonly stop: () => void;
} {
  const [check, setCheck] = useState<Check | null>(null);
  const stopper = useRef<AbortController | null>(null);
  // A page that is left stops what it sends.
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

/** The score of one text under one model. */
export interface EchoScore {
  /** −log p in natural logarithms, of all tokens that have one: the first of a text has none. */
  readonly nats: number;
  readonly tokens: number;
  /** Bytes in UTF-8 of the text from the first token that counts: what models with different tokens can be compared by. */
  readonly bytes: number;
}

/** The request that scores a text. A service must be asked for at least one new token. */
function echoRequest(model: string, text: string): CompletionRequest {
  return { model, prompt: text, max_tokens: 1, temperature: 0, echo: true, logprobs: 1 };
}

/** Null where the answer does not echo the text, or has no log probabilities of what is scored. */
export function scoreEcho(view: CompletionView, { text, from }: Sample): EchoScore | null {
  const tokens = echoedTokens(view, text);
  if (tokens === null) return null;
  let [nats, count, end, first] = [0, 0, 0, text.length];
  for (const token of tokens) {
    const start = end;
    end += token.special ? 0 : token.text.length;
    // One that begins in the prompt is the prompt's.
    if (start < from || token.special || token.logprob === null || !Number.isFinite(token.logprob)) continue;
    nats -= token.logprob;
    count += 1;
    first = Math.min(first, start);
  }
  return count === 0 ? null : { nats, tokens: count, bytes: utf8Length(text.slice(first)) };
}

/** The tokens of the text alone. The echo stands in a part of its own, or before the new text of the choice. */
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

/** The bill before the check. */
export interface CheckPlan {
  readonly requests: number;
  /** Tokens at most, in and out. */
  readonly tokens: number;
  /** Dollars at most for those models whose prices are known; null where none is. */
  readonly dollars: number | null;
  /** Models whose price is not known. */
  readonly unpriced: readonly string[];
}

/** One request for each sample and model. A checkpoint that is not listed has no price of its own, and none is made up for it. */
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
