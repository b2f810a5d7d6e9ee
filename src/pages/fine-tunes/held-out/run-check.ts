// Held-out check: every sample scored once by every model.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { Model } from '#api/schema/model.ts';
import { addBounds, boundDollars, boundRequest, pricedModel } from '#pricing/completion-cost.ts';
import type { TokenUnit } from '#pricing/units.ts';
import { scoreBehind, scoreRequest, scoringOf, type SpanScore } from '#run/echo-score.ts';
import type { RequestPoolParts } from '#run/request-pool.ts';
import { createRequestSet, type RequestSet, type RequestSetState } from '#run/request-set.ts';
import type { Run } from '#run/run.ts';
import type { Sample } from './samples.ts';

const Check = z.object({
  /** Of the fine-tune. */
  id: z.string(),
  models: z.array(z.string()),
  samples: z.array(z.object({ text: z.string(), from: z.number() })),
});
export type Check = z.infer<typeof Check>;

/** The latest one, of any fine-tune. */
export const checks = createChecks();

/** Empty if the record names neither; it may name only the checkpoint that the training began with. */
export function modelBefore({ model, from_checkpoint: checkpoint }: FineTune): string {
  return model || checkpoint || '';
}

/** The first refusal ends a check: unsent requests cost nothing. */
export function createChecks(parts: RequestPoolParts = {}): RequestSet<Check> {
  return createRequestSet<Check>(
    { key: 'held-out', schema: Check },
    { ...parts, endsSet: (run) => failureOf(run) !== null },
  );
}

export function checkRequests({
  models,
  samples,
}: Pick<Check, 'models' | 'samples'>): readonly CompletionRequest[] {
  return samples.flatMap(({ text }) => models.map((model) => scoreRequest(model, text)));
}

/** `failure` is a sentence. */
export type SampleOutcome =
  | { readonly model: string; readonly sample: number; readonly score: SpanScore }
  | { readonly model: string; readonly sample: number; readonly failure: string };

/** Of answers and refusals so far, not of what was stopped. */
export function outcomesOf({ plan, runs }: RequestSetState<Check>): readonly SampleOutcome[] {
  return runs.flatMap((run, position): readonly SampleOutcome[] => {
    const { model } = run.request;
    const sample = Math.floor(position / plan.models.length);
    const failure = failureOf(run);
    if (failure !== null) return [{ model, sample, failure }];
    const scoring = scoringOf(run);
    const from = plan.samples[sample]?.from ?? 0;
    return scoring?.ok ? [{ model, sample, score: scoreBehind(scoring.score, from) }] : [];
  });
}

function failureOf(run: Run): string | null {
  const scoring = scoringOf(run);
  return scoring === null || scoring.ok || scoring.reason === 'stopped' ? null : scoring.message;
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
  const each = addBounds(samples.map(({ text }) => boundRequest(scoreRequest('', text), nothingKnown)));
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
