// What several requests cost at most, all together, before any of them is sent.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import { boundDollars, boundTokens, readTokenPrices } from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import type { TokenUnit } from '#pricing/token-unit.ts';

/** The part of a request that its cost depends on. */
export type PricedRequest = Pick<CompletionRequest, 'model' | 'prompt' | 'max_tokens' | 'n'>;

/** Upper bounds over all requests; null where one of them has none, or where its prices are not known. */
export interface CostBound {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number | null;
  readonly dollars: number | null;
}

/** @param unit how the service's prices are read */
export function boundCost(
  requests: readonly PricedRequest[],
  models: readonly Model[],
  unit: TokenUnit,
): CostBound {
  const byId = new Map(models.map((model) => [model.id, model]));
  let inputTokens = 0;
  let outputTokens: number | null = 0;
  let dollars: number | null = 0;
  for (const request of requests) {
    const model = byId.get(request.model);
    const bound = boundTokens(request, model?.context_length);
    const each = boundDollars(bound, readTokenPrices(model?.pricing, unit));
    inputTokens += bound.input;
    outputTokens = outputTokens === null || bound.output === null ? null : outputTokens + bound.output;
    dollars = dollars === null || each === null ? null : dollars + each;
  }
  return { requests: requests.length, inputTokens, outputTokens, dollars };
}

/** `12 requests · at most 480 tokens in + 12 out · at most $0.0003`; what has no bound or price is said to be unknown, and a price of zero is only what the list says. */
export function describeCost({ requests, inputTokens, outputTokens, dollars }: CostBound): string {
  const count = `${formatCount(requests)} ${requests === 1 ? 'request' : 'requests'}`;
  const out = outputTokens === null ? 'out without a limit' : `${formatCount(outputTokens)} out`;
  const price =
    dollars === null ? 'price unknown' : dollars === 0 ? 'listed at $0' : `at most ${formatDollars(dollars)}`;
  return `${count} · at most ${formatCount(inputTokens)} tokens in + ${out} · ${price}`;
}
