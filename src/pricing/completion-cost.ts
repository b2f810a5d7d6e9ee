// Completion cost: upper bound, and actual from usage.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model, ModelPricing } from '#api/schema/model.ts';
import { utf8Length } from '#lib/unicode.ts';
import { priceNumber } from './money.ts';
import { dollarsPerToken, type TokenUnit } from './units.ts';

/** Dollars per token. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

/** Null unless both prices are finite and non-negative. */
export function readTokenPrices(pricing: ModelPricing | undefined, unit: TokenUnit): TokenPrices | null {
  const [input, output] = [priceNumber(pricing?.input), priceNumber(pricing?.output)];
  if (input === null || output === null) return null;
  return { input: dollarsPerToken(input, unit), output: dollarsPerToken(output, unit) };
}

export function isFree(prices: TokenPrices | null): boolean {
  return prices?.input === 0 && prices.output === 0;
}

/** Null if there is no limit. */
export interface TokenBound {
  readonly input: number;
  readonly output: number | null;
}

/**
 * A token is at least one byte: at most the prompt's UTF-8 bytes and a begin-of-sequence token, billed for
 * every choice.
 * @param contextLength limits the output without `max_tokens`; undefined if unknown
 */
export function boundTokens(
  { prompt, promptTokens, max_tokens: maxTokens, n = 1 }: Omit<PricedRequest, 'model'>,
  contextLength: number | undefined,
): TokenBound {
  const each = maxTokens ?? contextLength ?? null;
  return { input: (promptTokens ?? utf8Length(prompt) + 1) * n, output: each === null ? null : each * n };
}

export type PricedRequest = Pick<CompletionRequest, 'model' | 'prompt' | 'max_tokens' | 'n'> & {
  /** At most, if better known than by its bytes. */
  readonly promptTokens?: number;
};

/** Null is unknown. */
export interface PricedModel {
  readonly prices: TokenPrices | null;
  readonly contextLength: number | null;
}

/** @param models others are unknown */
export function pricedModel(models: readonly Model[], id: string, unit: TokenUnit): PricedModel {
  const model = models.find((each) => each.id === id);
  return { prices: readTokenPrices(model?.pricing, unit), contextLength: model?.context_length ?? null };
}

export interface CostBound extends TokenBound {
  /** Input and output, together at most the context for every choice. */
  readonly tokens: number | null;
  readonly dollars: number | null;
}

export function boundRequest(
  request: Omit<PricedRequest, 'model'>,
  { prices, contextLength }: PricedModel,
): CostBound {
  const bound = boundTokens(request, contextLength ?? undefined);
  const tokens = withinContext(plus(bound.input, bound.output), contextLength, request.n);
  return { ...bound, tokens, dollars: boundDollars(bound, prices) };
}

/** Prompt and answer share the context; null is unknown. @param count answers */
export function withinContext(tokens: number | null, contextLength: number | null, count = 1): number | null {
  return tokens === null || contextLength === null ? tokens : Math.min(tokens, contextLength * count);
}

/** One unknown makes the sum unknown. */
export function addBounds(bounds: readonly CostBound[]): CostBound {
  return bounds.reduce(
    (sum, each) => ({
      input: sum.input + each.input,
      output: plus(sum.output, each.output),
      tokens: plus(sum.tokens, each.tokens),
      dollars: plus(sum.dollars, each.dollars),
    }),
    { input: 0, output: 0, tokens: 0, dollars: 0 },
  );
}

function plus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** Null if unbounded or unknown. */
export function boundDollars(bound: TokenBound, prices: TokenPrices | null): number | null {
  if (prices === null || bound.output === null) return null;
  return bound.input * prices.input + bound.output * prices.output;
}

/** By the reported usage; null if that or a price is unknown. Nothing costs nothing, whatever was used. */
export function usageDollars(
  usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null,
  prices: TokenPrices | null,
): number | null {
  if (isFree(prices)) return 0;
  if (usage === null || prices === null) return null;
  return usage.prompt_tokens * prices.input + usage.completion_tokens * prices.output;
}
