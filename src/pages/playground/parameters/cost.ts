// Run cost: bound of the next run, actual cost of the last.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { noValue } from '#lib/format.ts';
import {
  boundRequest,
  isFree,
  pricedModel,
  usageDollars,
  type CostBound,
  type PricedRequest,
} from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import { useTokenUnit, type TokenUnit } from '#pricing/units.ts';
import { isWhole, type Run, isRestored, wasRefused } from '#run/run.ts';
import { useElsewhere } from '#run/use-elsewhere.ts';
import { usePromptCounter, type PromptCount } from './prompt-tokens.ts';

export interface CostGround {
  readonly models: readonly Model[];
  readonly unit: TokenUnit;
  /** Without it, by bytes. */
  readonly count?: (request: PricedRequest) => PromptCount;
  /** The connection of a run where these are not its prices. */
  readonly elsewhere?: (run: Run) => string | null;
}

/** Of the service in use. */
export function useCostGround(models: readonly Model[]): CostGround {
  return {
    models,
    unit: useTokenUnit((state) => state.unit),
    count: usePromptCounter(),
    elsewhere: useElsewhere(),
  };
}

/** At most, as far as its prompt was counted. */
export function boundOf(request: PricedRequest, { models, unit, count }: CostGround): CostBound {
  const model = pricedModel(models, request.model, unit);
  return boundRequest(count ? { ...request, promptTokens: count(request).maxTokens } : request, model);
}

type Cost =
  | { readonly kind: 'at most' | 'exactly'; readonly dollars: number }
  /** `no limit`: of the answer; `unknown`: no usage, or broken off, or at the prices of another connection. */
  | { readonly kind: 'none' | 'no price' | 'no limit' | 'unknown' };

/** @param next null while the draft is invalid */
export function costOfNext(next: CompletionRequest | null, ground: CostGround): Cost {
  if (next === null) return { kind: 'none' };
  const { dollars } = boundOf(next, ground);
  if (dollars !== null) return { kind: 'at most', dollars };
  const { prices } = pricedModel(ground.models, next.model, ground.unit);
  return { kind: prices === null ? 'no price' : 'no limit' };
}

/** The bound while receiving. `none` for a replay, unless restored from history. */
export function costOfRun(run: Run | null, ground: CostGround): Cost {
  if (run === null || (run.replay !== null && !isRestored(run.replay.recorded))) return { kind: 'none' };
  const { state, request, recording } = run;
  if (wasRefused(run)) return { kind: 'exactly', dollars: 0 };
  if (ground.elsewhere?.(run)) return { kind: 'unknown' };
  if (state.phase !== 'ended') return costOfNext(request, ground);
  const { prices } = pricedModel(ground.models, request.model, ground.unit);
  if (prices === null) return { kind: 'no price' };
  if (isFree(prices)) return { kind: 'exactly', dollars: 0 };
  const dollars = isWhole(state.endState) ? usageDollars(recording.usage, prices) : null;
  return dollars === null ? { kind: 'unknown' } : { kind: 'exactly', dollars };
}

/** `$0.00101`, or why not. */
export function formatCost(cost: Cost): string {
  if ('dollars' in cost) return formatDollars(cost.dollars);
  return cost.kind === 'none' ? noValue : cost.kind;
}

/** Of an ended run; null if unknown. */
export function spentDollars(run: Run, ground: CostGround): number | null {
  const cost = costOfRun(run, ground);
  return cost.kind === 'exactly' ? cost.dollars : null;
}
