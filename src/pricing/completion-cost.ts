// Completion cost: upper bound before sending, actual from usage. Unknown is never zero.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model, ModelPricing } from '#api/schema/model.ts';
import { utf8Length } from '#lib/unicode.ts';
import { priceNumber } from './money.ts';
import { dollarsPerToken, type TokenUnit } from './units.ts';

/** In dollars per token. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

/** Null unless the record states both prices as finite, non-negative numbers. */
export function readTokenPrices(pricing: ModelPricing | undefined, unit: TokenUnit): TokenPrices | null {
  const [input, output] = [priceNumber(pricing?.input), priceNumber(pricing?.output)];
  if (input === null || output === null) return null;
  return { input: dollarsPerToken(input, unit), output: dollarsPerToken(output, unit) };
}

export function isFree(prices: TokenPrices | null): boolean {
  return prices?.input === 0 && prices.output === 0;
}

/** Upper bound on tokens; null if there is no limit. */
export interface TokenBound {
  readonly input: number;
  readonly output: number | null;
}

/**
 * There is no tokenizer: a token is at least one byte, so the prompt has at most as many as its UTF-8 bytes,
 * plus a begin-of-sequence token. Every choice may be billed with its own prompt.
 * @param contextLength limits the output if `max_tokens` is not sent; undefined if the service does not state
 * it
 */
export function boundTokens(
  request: Pick<CompletionRequest, 'prompt' | 'max_tokens' | 'n'>,
  contextLength: number | undefined,
): TokenBound {
  const n = request.n ?? 1;
  const each = request.max_tokens ?? contextLength ?? null;
  return { input: (utf8Length(request.prompt) + 1) * n, output: each === null ? null : each * n };
}

export type PricedRequest = Pick<CompletionRequest, 'model' | 'prompt' | 'max_tokens' | 'n'>;

/** Null means unknown. */
export interface PricedModel {
  readonly prices: TokenPrices | null;
  readonly contextLength: number | null;
}

/** @param models the service's list: a model not in it is unknown. @param unit for its prices */
export function pricedModel(models: readonly Model[], id: string, unit: TokenUnit): PricedModel {
  const model = models.find((each) => each.id === id);
  return { prices: readTokenPrices(model?.pricing, unit), contextLength: model?.context_length ?? null };
}

export interface CostBound extends TokenBound {
  /** Input and output. */
  readonly tokens: number | null;
  readonly dollars: number | null;
}

export function boundRequest(
  request: Omit<PricedRequest, 'model'>,
  { prices, contextLength }: PricedModel,
): CostBound {
  const bound = boundTokens(request, contextLength ?? undefined);
  const tokens = bound.output === null ? null : bound.input + bound.output;
  return { ...bound, tokens, dollars: boundDollars(bound, prices) };
}

/** Sum of bounds: one unknown makes the sum unknown, never smaller. */
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

/** Null if the output is unbounded or the prices are unknown. */
export function boundDollars(bound: TokenBound, prices: TokenPrices | null): number | null {
  if (prices === null || bound.output === null) return null;
  return bound.input * prices.input + bound.output * prices.output;
}

/**
 * From the usage reported by the service, in dollars: tokens / 1e6 × price for a unit of a million. Null if
 * either is unknown.
 */
export function usageDollars(
  usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null,
  prices: TokenPrices | null,
): number | null {
  if (usage === null || prices === null) return null;
  return usage.prompt_tokens * prices.input + usage.completion_tokens * prices.output;
}
