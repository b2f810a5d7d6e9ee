// A decision that was handed on beside what the services say today: what has changed, and what it changes.
import { formatCount } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import { tokenUnit } from '#pricing/token-unit.ts';
import type { Decision } from './decision.ts';
import { periodInWords, reckon, type Reckoning } from './reckon.ts';

/** One line of the comparison. */
export interface ThenNowRow {
  readonly label: string;
  readonly before: string;
  readonly today: string;
  /** `+2.3 %`, `same`, or `not comparable` where one of the two is not known. */
  readonly change: string;
  readonly hasChanged: boolean;
}

/** The prices of today in a decision's own terms; null where the service lists the model or the hardware no more. */
export interface PricesNow {
  readonly at: string;
  readonly model: Pick<Decision['model'], 'input' | 'output'> | null;
  readonly hardware: Pick<Decision['hardware'], 'centsPerMinute' | 'updatedAt'> | null;
}

/** The same decision with other prices; what is gone has none. */
export function withPrices(then: Decision, { at, model, hardware }: PricesNow): Decision {
  return {
    ...then,
    at,
    model: { ...then.model, input: model?.input ?? null, output: model?.output ?? null },
    hardware: {
      ...then.hardware,
      centsPerMinute: hardware?.centsPerMinute ?? null,
      updatedAt: hardware?.updatedAt ?? null,
    },
  };
}

/** Prices first, then what follows from them under the same assumptions. */
export function thenNow(then: Decision, prices: PricesNow): readonly ThenNowRow[] {
  const now = withPrices(then, prices);
  const { label } = tokenUnit(then.model.unit);
  const gone = { model: prices.model === null, hardware: prices.hardware === null };
  const [before, after] = [reckon(then), reckon(now)];
  const each = periodInWords(then.terms.period);
  const result = (name: string, pick: (reckoning: Reckoning) => number | null, format: Format) =>
    row(name, pick(before), pick(after), format);
  return [
    row(`input, ${label}`, then.model.input, now.model.input, String, gone.model),
    row(`output, ${label}`, then.model.output, now.model.output, String, gone.model),
    row('hardware, ¢/min', then.hardware.centsPerMinute, now.hardware.centsPerMinute, String, gone.hardware),
    result('break-even, in + out tokens/min', ({ breakEven }) => breakEven.value, whole),
    result(`serverless ${each}`, ({ serverlessCost }) => serverlessCost.value, formatDollars),
    result(`dedicated ${each}`, ({ dedicatedCost }) => dedicatedCost.value, formatDollars),
  ];
}

/** That the cheaper of the two is another one now, at the traffic of the decision; null where it is the same or not known. */
export function flipSentence(then: Decision, now: Decision): string | null {
  const [before, today] = [cheaper(then), cheaper(now)];
  if (before === null || today === null || before === today) return null;
  const at = `${whole(then.terms.traffic)} tokens/min`;
  return `The decision has flipped: at ${at} ${before} was cheaper, now ${today} is.`;
}

function cheaper(decision: Decision): 'serverless' | 'dedicated' | null {
  const { serverlessCost, dedicatedCost } = reckon(decision);
  const [serverless, dedicated] = [serverlessCost.value, dedicatedCost.value];
  if (serverless === null || dedicated === null || serverless === dedicated) return null;
  return dedicated < serverless ? 'dedicated' : 'serverless';
}

type Format = (value: number) => string;

function row(
  label: string,
  then: number | null,
  now: number | null,
  format: Format,
  isGone = false,
): ThenNowRow {
  const hasChanged = then !== now;
  const absent = isGone ? 'no longer listed' : 'unknown';
  return {
    label,
    before: then === null ? 'unknown' : format(then),
    today: now === null ? absent : format(now),
    change: changeInWords(then, now),
    hasChanged,
  };
}

function changeInWords(then: number | null, now: number | null): string {
  if (then === now) return 'same';
  if (then === null || now === null || then === 0) return 'not comparable';
  const share = (now / then - 1) * 100;
  const text = signed.format(share).replace('-', '−');
  return `${text} %`;
}

const signed = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, signDisplay: 'always' });

function whole(value: number): string {
  return formatCount(Math.round(value));
}
