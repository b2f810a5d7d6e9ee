// Monthly cost of a workload, blended token price.
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import { readTokenPrices, type TokenPrices } from '#pricing/completion-cost.ts';
import { billedPricing, blendedPrice, isInputOnly } from '#pricing/dedicated.ts';
import { formatDollars, dollarsInFormula, inFormula, priceNumber, priceWords } from '#pricing/money.ts';
import { hoursPerMonth } from '#pricing/rate.ts';
import type { TokenUnit } from '#pricing/units.ts';
import type { Workload } from '#pricing/workload.ts';

/** `value` in words, such as “no price”, where it cannot be calculated. */
export interface Cost {
  readonly value: number | string;
  /** Lazy: sorting does not need it. */
  readonly formula: () => string;
}

export const daysPerMonth = hoursPerMonth / 24;

/** Dollars: requests × (uncached input + cached input × its share + output), each times its price. */
export function monthlyCost(model: Model, unit: TokenUnit, workload: Workload): Cost {
  const prices = readTokenPrices(billedPricing(model), unit);
  const missing = wordFor(model, prices);
  const isByTheHour = missing?.value === byTheHour;
  if (missing !== null && !isByTheHour) return missing;
  const own = isInputOnly(model.type) ? { ...workload, output: 0 } : workload;
  const { input, cached, cachedShare, output, requestsPerDay } = own;
  const context = model.context_length ?? 0;
  if (context > 0 && input + output > context) return doesNotFit(own, context);
  if (prices === null || isByTheHour) return hourlyMonth(priceNumber(model.pricing?.hourly) ?? 0);
  const request =
    (input - cached) * prices.input + cached * cachedShare * prices.input + output * prices.output;
  const value = request * requestsPerDay * daysPerMonth;
  return { value, formula: () => monthFormula(prices, own) };
}

/** `1,000 requests a day of 1,000 input and 300 output tokens`: the costs in a file can be checked by it. */
export function workloadInWords({ input, cached, cachedShare, output, requestsPerDay }: Workload): string {
  const part = cached > 0 ? ` (${inFormula(cached)} cached at ${inFormula(cachedShare * 100)} %)` : '';
  return `${inFormula(requestsPerDay)} requests a day of ${inFormula(input)} input${part} and ${inFormula(output)} output tokens`;
}

function doesNotFit({ input, output }: Workload, context: number): Cost {
  const formula = () =>
    `${[input, ...(output > 0 ? [output] : [])].map(inFormula).join(' + ')} tokens a request, more than its context of ${formatCount(context)}`;
  return { value: 'over context', formula };
}

/** In words: not the cost of the workload, which may need several machines. */
function hourlyMonth(perHour: number): Cost {
  const value = `${formatDollars(perHour * hoursPerMonth)} a machine`;
  const formula = () =>
    `one machine: ${dollarsInFormula(perHour)}/h × ${hoursPerMonth} h, the hourly price read as dollars; what it can serve is not stated`;
  return { value, formula };
}

const byTheHour = 'by the hour';

function monthFormula(prices: TokenPrices, { input, cached, cachedShare, output, requestsPerDay }: Workload) {
  const [perInput, perOutput] = [dollarsInFormula(prices.input * 1e6), dollarsInFormula(prices.output * 1e6)];
  const parts = [
    `${inFormula(input - cached)} × ${perInput}`,
    ...(cached > 0 ? [`${inFormula(cached)} × ${inFormula(cachedShare)} × ${perInput}`] : []),
    ...(output > 0 ? [`${inFormula(output)} × ${perOutput}`] : []),
  ];
  return `(${parts.join(' + ')}) ÷ 1M × ${inFormula(requestsPerDay)}/day × ${inFormula(daysPerMonth)} days`;
}

type Cache = Pick<Workload, 'input' | 'cached' | 'cachedShare'>;

/** (r × input + output) ÷ (r + 1), cached input at its share of the price, as in the month. */
export function blendedCost(model: Model, unit: TokenUnit, ratio: number, cache: Cache | null = null): Cost {
  const pricing = billedPricing(model);
  const missing = wordFor(model, readTokenPrices(pricing, unit));
  const [input, output] = [priceNumber(pricing?.input), priceNumber(pricing?.output)];
  if (missing !== null || input === null || output === null) return missing ?? noPrice(model);
  const { value: paid, words } = paidInput(input, cache);
  if (isInputOnly(model.type))
    return { value: paid, formula: () => `${words()}, the input price: it writes no tokens` };
  return {
    value: blendedPrice({ input: paid, output }, ratio),
    formula: () => `(${inFormula(ratio)} × ${words()} + ${inFormula(output)}) ÷ ${inFormula(ratio + 1)}`,
  };
}

function paidInput(price: number, cache: Cache | null) {
  if (cache === null || cache.cached === 0) return { value: price, words: () => inFormula(price) };
  const { input, cached, cachedShare } = cache;
  const part = cached / input;
  return {
    value: price * (1 - part * (1 - cachedShare)),
    words: () =>
      `${inFormula(price)} × (${inFormula(1 - part)} + ${inFormula(part)} × ${inFormula(cachedShare)})`,
  };
}

function wordFor(model: Model, prices: TokenPrices | null): Cost | null {
  if (prices !== null && (prices.input > 0 || prices.output > 0)) return null;
  const free = {
    value: 'hourly or free',
    formula: () => 'both token prices are 0: billed by the hour, or free',
  };
  return inWords(model) ?? notByToken(model) ?? (prices === null ? noPrice(model) : free);
}

function inWords({ pricing }: Model): Cost | null {
  const words = priceWords(pricing?.input) ?? priceWords(pricing?.output);
  if (words === null) return null;
  return { value: words, formula: () => `the record says “${words}” in the place of a price` };
}

/** Why token prices of 0, or none, do not make the model free; null if nothing else is charged, or tokens are. */
export function notByToken({ pricing }: Model): Cost | null {
  const isCharged = (field: 'input' | 'output' | 'hourly' | 'base') =>
    (priceNumber(pricing?.[field]) ?? 0) > 0;
  if (isCharged('input') || isCharged('output')) return null;
  if (isCharged('hourly'))
    return { value: byTheHour, formula: () => 'no token price, and an hourly price is listed' };
  if (isCharged('base'))
    return {
      value: 'base price',
      formula: () => 'no token price, and a base price is listed, as of an image',
    };
  return null;
}

function noPrice({ pricing }: Model): Cost {
  const isLacking = (field: 'input' | 'output') => priceNumber(pricing?.[field]) === null;
  const lacking = (['input', 'output'] as const).filter(isLacking);
  return {
    value: 'no price',
    formula: () => `the record states no usable ${lacking.join(' and no ')} price`,
  };
}
