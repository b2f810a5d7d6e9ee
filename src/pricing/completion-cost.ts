// What a completion costs: a bound before it is sent, the true figure once its usage is known. Unknown is never zero.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model, ModelPricing } from '#api/schema/model.ts';
import { priceNumber } from './money.ts';
import { dollarsPerToken, type TokenUnit } from './units.ts';

/** Prices of input and output tokens in dollars for one token. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

/** Null unless the record states both prices as finite numbers that are not negative. */
export function readTokenPrices(pricing: ModelPricing | undefined, unit: TokenUnit): TokenPrices | null {
  const [input, output] = [priceNumber(pricing?.input), priceNumber(pricing?.output)];
  if (input === null || output === null) return null;
  return { input: dollarsPerToken(input, unit), output: dollarsPerToken(output, unit) };
}

/** Whether nothing is ever charged by them. */
export function isFree(prices: TokenPrices | null): boolean {
  return prices?.input === 0 && prices.output === 0;
}

/** Tokens that a request can cost at most; null where nothing limits them. */
export interface TokenBound {
  readonly input: number;
  readonly output: number | null;
}

/**
 * The bound of one request. No tokenizer is at hand: a token is at least one byte, so the prompt has at most as many as
 * its UTF-8 has bytes, and one more for a mark at its beginning. Every choice may be counted with its own prompt.
 * @param contextLength limits the output where `max_tokens` is not sent; undefined where the service does not say
 */
export function boundTokens(
  request: Pick<CompletionRequest, 'prompt' | 'max_tokens' | 'n'>,
  contextLength: number | undefined,
): TokenBound {
  const n = request.n ?? 1;
  const each = request.max_tokens ?? contextLength ?? null;
  return { input: (utf8Length(request.prompt) + 1) * n, output: each === null ? null : each * n };
}

/** The part of a request that its cost depends on. */
export type PricedRequest = Pick<CompletionRequest, 'model' | 'prompt' | 'max_tokens' | 'n'>;

/** What is known of the model that is asked; null is "not known". */
export interface PricedModel {
  readonly prices: TokenPrices | null;
  readonly contextLength: number | null;
}

/** @param models the service's list: of a model that is not in it nothing is known. @param unit how its prices are read */
export function pricedModel(models: readonly Model[], id: string, unit: TokenUnit): PricedModel {
  const model = models.find((each) => each.id === id);
  return { prices: readTokenPrices(model?.pricing, unit), contextLength: model?.context_length ?? null };
}

/** What requests can cost at most. */
export interface CostBound extends TokenBound {
  /** In and out. */
  readonly tokens: number | null;
  readonly dollars: number | null;
}

/** The bound of one request. */
export function boundRequest(
  request: Omit<PricedRequest, 'model'>,
  { prices, contextLength }: PricedModel,
): CostBound {
  const bound = boundTokens(request, contextLength ?? undefined);
  const tokens = bound.output === null ? null : bound.input + bound.output;
  return { ...bound, tokens, dollars: boundDollars(bound, prices) };
}

/** The bounds of several requests together: one that is not known leaves its sum unknown, never smaller. */
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

/** Dollars at most; null where the output has no bound or the prices are not known. */
export function boundDollars(bound: TokenBound, prices: TokenPrices | null): number | null {
  if (prices === null || bound.output === null) return null;
  return bound.input * prices.input + bound.output * prices.output;
}

/** Dollars by the usage that the service reported: tokens / 1e6 × price for a unit of a million. Null where either is not known. */
export function usageDollars(
  usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null,
  prices: TokenPrices | null,
): number | null {
  if (usage === null || prices === null) return null;
  return usage.prompt_tokens * prices.input + usage.completion_tokens * prices.output;
}

/** Bytes of a text in UTF-8, without encoding it. */
function utf8Length(text: string): number {
  let length = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
