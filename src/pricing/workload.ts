// Workload carried between models and break-even page.
import { formatCount, formatFixed, formatSignificant } from '#lib/format.ts';

/** Tokens; `cached` is part of `input`. */
export interface Workload {
  readonly input: number;
  readonly cached: number;
  /** Share of the input price, 0 to 1. */
  readonly cachedShare: number;
  readonly output: number;
  readonly requestsPerDay: number;
}

/** Named as in the break-even URL. Null: unknown. */
export interface Traffic {
  /** Tokens per minute. */
  readonly traffic: number | null;
  /** Input tokens per output token. */
  readonly blend: number | null;
  /** Percent of the input. */
  readonly cached: number | null;
  /** Percent of the input price. */
  readonly cachedPrice: number | null;
  /** Tokens of a request, input and output. */
  readonly request: number | null;
}

const minutesPerDay = 24 * 60;
/** Requests without output have it. */
export const maxBlend = 1e6;

export function toTraffic(workload: Workload): Traffic & { readonly traffic: number } {
  const { input, output, cached, cachedShare, requestsPerDay } = workload;
  const hasCache = cached > 0;
  return {
    traffic: withoutNoise(((input + output) * requestsPerDay) / minutesPerDay),
    blend: input + output > 0 ? withoutNoise(Math.min(input / output, maxBlend)) : null,
    cached: hasCache ? withoutNoise((cached / input) * 100) : null,
    cachedPrice: hasCache ? withoutNoise(cachedShare * 100) : null,
    request: input + output > 0 ? input + output : null,
  };
}

/** @param before for what is missing */
export function toWorkload(carried: Traffic, before: Workload): Workload {
  const { traffic, cached, cachedPrice } = carried;
  const { input, output } = requestSize(carried, before);
  const isFree = input + output === 0 || traffic === null;
  return {
    input,
    output,
    cached: Math.round((input * (cached ?? 0)) / 100),
    cachedShare: cached === null ? before.cachedShare : withoutNoise((cachedPrice ?? 100) / 100),
    requestsPerDay: isFree
      ? before.requestsPerDay
      : withoutNoise((traffic * minutesPerDay) / (input + output), 12),
  };
}

/** As carried, as before, or of whole tokens in these ratios: rounded ones would cost something else. */
function requestSize({ blend, cached, request }: Traffic, before: Workload) {
  const { input, output } = before;
  if (request !== null && blend !== null) {
    const ofRequest = blend === maxBlend ? 0 : request / (blend + 1);
    const whole = Math.round(ofRequest);
    if (isWhole(ofRequest)) return { input: request - whole, output: whole };
  }
  if (blend === null || blend === toTraffic(before).blend) return { input, output };
  if (blend === maxBlend) return { input, output: 0 };
  const cachedShare = (cached ?? 0) / 100;
  const least = Math.max(output, 1);
  for (let size = least; size < least + 10_000; size += 1)
    if (isWhole(size * blend) && isWhole(size * blend * cachedShare))
      return { input: Math.round(size * blend), output: size };
  return { input: Math.round(least * blend), output: least };
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}

export function workloadParams(workload: Workload) {
  const { input, cached, cachedShare, output, requestsPerDay } = workload;
  const tprice = withoutNoise(cachedShare * 100);
  return { tin: input, tcached: cached, tprice, tout: output, tday: requestsPerDay };
}

/** Exact: what is computed on the other page must agree to a cent. 0.07 × 100 is 7.000000000000001. */
function withoutNoise(value: number, digits = 15): number {
  return Number(value.toPrecision(digits));
}

/** 59,722, 5.14, 0.333. */
export function formatShort(value: number): string {
  if (value >= 100) return formatCount(value);
  return value >= 1 ? formatFixed(value, 2, 0) : formatSignificant(value, 3);
}

/** As it was typed; a computed one, such as 59722.22222222222, is shown rounded and counts as it is. */
export function fieldText(value: number | string | null): string {
  const text = String(value ?? '');
  return typeof value === 'number' && text.length > 9 && !Number.isInteger(value) ? formatShort(value) : text;
}

/** `5.14:1`. */
export function ratioInWords(blend: number): string {
  return blend < maxBlend ? `${formatShort(blend)}:1` : 'no output';
}

/** What an empty field counts as. */
export const defaultWorkload: Workload = {
  input: 1_000,
  cached: 0,
  cachedShare: 1,
  output: 300,
  requestsPerDay: 1_000,
};

/** As long as the tab is open. */
let entered: { readonly workload: Workload; readonly on: 'models' | 'break-even' } | null = null;

export function enterWorkload(workload: Workload): void {
  entered = { workload, on: 'models' };
}

/** Its fields were emptied. */
export function forgetWorkload(): void {
  entered = null;
}

/** The size of a request stays. */
export function enterTraffic(traffic: Traffic): void {
  entered = { workload: sameTraffic(traffic), on: 'break-even' };
}

/** Of requests as large as the last entered. */
export function sameTraffic(traffic: Traffic): Workload {
  return toWorkload(traffic, entered?.workload ?? defaultWorkload);
}

/** Null if `own` is the same. */
export function workloadFromTraffic(own: Workload): Workload | null {
  return entered?.on !== 'break-even' || isSame(entered.workload, own) ? null : entered.workload;
}

/** Null if `own` is the same, but for whole tokens. */
export function trafficFromWorkload(own: Traffic): Traffic | null {
  if (entered?.on !== 'models') return null;
  const { workload } = entered;
  return own.traffic !== null && isSame(workload, toWorkload(own, workload)) ? null : toTraffic(workload);
}

/** Only floats may differ: both pages must show one cost. */
function isSame(one: Workload, other: Workload): boolean {
  const names = ['input', 'output', 'cached', 'requestsPerDay', 'cachedShare'] as const;
  return names.every(
    (name) =>
      (name === 'cachedShare' && one.cached === 0) ||
      Math.abs(one[name] - other[name]) <= 1e-9 * Math.max(one[name], other[name]),
  );
}
