// Decision card: text for screen, Markdown and image.
import { samplePricesNoted } from '#api/schema/model.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { dayWords } from '#lib/dates.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { amountInFormula, unknown, type Derived, formatDollars } from '#pricing/money.ts';
import { dollarsPerHour, hoursPerMonth } from '#pricing/rate.ts';
import { tokenUnit } from '#pricing/units.ts';
import { formatShort, maxBlend, ratioInWords } from '#pricing/workload.ts';
import {
  canServe,
  isNeverReached,
  capacityOf,
  computeBreakEven,
  defaultTraffic,
  periodInWords,
  trafficInWords,
  trafficSentence,
  verdictSentence,
  type BreakEven,
} from './break-even.ts';
import { countsOutput, tokensPerReplica, type Decision, type Terms } from './decision.ts';

interface CardFigure {
  readonly label: string;
  /** With its unit. */
  readonly text: string;
  readonly formula: string;
}

/** Training, serving, or both. */
export type MonthFigure = Derived & { readonly label: string };

interface DecisionCard {
  readonly title: string;
  /** As 2026-11-21; those of samples are older. */
  readonly day: string;
  /** One of the lines. */
  readonly verdict: string;
  /** The headline, and what follows from it. */
  readonly lines: readonly string[];
  readonly figures: readonly CardFigure[];
  readonly prices: readonly string[];
  readonly assumptions: readonly string[];
  /** Why the prices are not an offer. */
  readonly warnings: readonly string[];
}

/** @param month left out without the cost of training */
export function decisionCard(decision: Decision, month: readonly MonthFigure[] = []): DecisionCard {
  const { at, service, model, hardware, terms } = decision;
  const day = localDay(at);
  const read = `read ${day}${service === undefined ? '' : ` from ${service}`}`;
  const computed = computeBreakEven(decision);
  const training = month.find(({ value }, index) => index === 0 && value !== null) ?? null;
  const monthFigures =
    training === null ? [] : month.map(({ label, ...each }) => figure(label, each, formatDollars));
  const verdict = verdictSentence(decision);
  const isExample = terms.isExample === true;
  // The page's own example saves a third of any price.
  const isOwnExample = isExample && terms.traffic === defaultTraffic(decision);
  const answer = isOwnExample ? null : trafficSentence(decision);
  const answers = answer === null ? [] : [answer];
  return {
    title: `${model.id} on ${terms.replicas === 1 ? '' : `${terms.replicas} × `}${hardware.id}`,
    day,
    verdict,
    lines: isExample ? [verdict, ...answers] : [...answers, verdict],
    figures: [...cardFigures(decision, computed), ...monthFigures],
    prices: [`${modelPrice(decision)} (${read})`, hardwarePrice(decision, read)],
    assumptions: [
      ...cardAssumptions(decision, computed),
      ...(training === null ? [] : [`training: ${training.formula}`]),
    ],
    warnings: (decision.warnings ?? []).map((warning) => warningWords[warning]),
  };
}

export const warningWords = {
  'unlisted-model': 'The service does not list this model.',
  'unlisted-hardware': 'The service does not list this hardware.',
  'not-offered': 'The service does not offer this model on this hardware: only prices are compared.',
  'offer-unknown': 'Whether the service offers this model on this hardware could not be checked.',
  'sample-model': `The model’s prices are a sample noted in ${samplePricesNoted}, not an offer.`,
  'sample-hardware': 'The hardware’s price is a dated sample, not an offer.',
} as const;

function cardFigures({ model, terms }: Decision, computed: BreakEven): readonly CardFigure[] {
  const each = costPeriod(terms);
  const none = unknown('The machines cannot serve this traffic.');
  const isServed = canServe(terms, computed);
  const { serverlessCost, dedicatedCost, serverless, dedicated, replicas } = computed;
  return [
    breakEvenFigure(terms, computed),
    // In sight on a phone, whose strip scrolls.
    figure(`serverless ${each}`, serverlessCost, formatDollars),
    figure(
      `dedicated ${each}`,
      isServed ? dedicatedCost : none,
      formatDollars,
      isServed ? 'unknown' : 'cannot serve',
    ),
    figure('capacity, in + out tokens/min', capacityOf({ ...terms, replicas }), formatShort),
    {
      label: `${terms.isExample === true ? 'example' : 'your'} traffic, in + out tokens/min`,
      text: formatShort(terms.traffic),
      formula: terms.isExample === true ? 'an example, not entered' : 'as entered',
    },
    figure(
      `serverless, $/1M ${model.isInputOnly === true ? 'of input' : `at ${ratioInWords(terms.blend)}`}`,
      serverless,
      formatDollars,
    ),
    figure(`dedicated, $/1M at ${percent(terms.utilisation)}`, dedicated, formatDollars),
  ];
}

/** `a month`, or `a month, example`. */
export function costPeriod({ period, isExample }: Terms): string {
  return `${periodInWords(period)}${isExample === true ? ', example' : ''}`;
}

function breakEvenFigure(terms: Terms, computed: BreakEven): CardFigure {
  const { breakEven, verdict } = computed;
  const label = 'break-even, in + out tokens/min';
  if (verdict.kind !== 'never' || !isNeverReached(terms, computed))
    return figure(label, breakEven, formatShort);
  const served = `the ${formatShort(Math.floor(verdict.capacity))} of ${formatCounted(terms.replicas, 'replica')}`;
  return {
    label,
    text: 'never',
    formula: `${breakEven.formula}, more than ${served}; more replicas raise both`,
  };
}

function cardAssumptions({ model, terms, hardware }: Decision, computed: BreakEven): readonly string[] {
  const { replicas, growth, utilisation, blend, cachedShare, cachedPrice } = terms;
  const cached =
    cachedPrice === null
      ? 'at the full price, because none is stated'
      : `at ${percent(cachedPrice)} of the input price`;
  return [
    `a month of ${hoursPerMonth} h`,
    model.isInputOnly === true
      ? 'tokens/min are input: the model writes none'
      : blend === maxBlend
        ? 'tokens/min are input: the requests have no output'
        : `tokens/min include input and output, ${formatShort(blend)} input to 1 output`,
    `utilization ${percent(utilisation)}`,
    growth === 'fixed'
      ? formatCounted(replicas, 'replica')
      : `from ${formatCounted(replicas, 'replica')}, autoscaled${tokensPerReplica(terms) === null ? '' : ` to ${formatCount(computed.replicas)}`}`,
    ...(cachedShare > 0 ? [`${percent(cachedShare)} of the input cached, ${cached}`] : []),
    throughputInWords(terms, hardware.id),
    ...(terms.isExample === true ? [trafficInWords(terms)] : []),
  ];
}

export function throughputInWords(terms: Terms, hardwareId: string): string {
  const { throughput } = terms;
  const all = tokensPerReplica(terms);
  if (throughput === null || all === null) return 'throughput of a replica unknown';
  const { tokensPerMinute, measuredAt, machine } = throughput;
  const each = countsOutput(throughput)
    ? `${formatShort(tokensPerMinute)} output tokens/min a replica, or ${formatShort(all)} including input if prefill takes no time`
    : `${formatShort(tokensPerMinute)} tokens/min a replica`;
  if (measuredAt === null) return `${each}, entered`;
  const on = machine === undefined ? '' : ` on ${machine}`;
  const bound = machine === hardwareId ? 'a lower bound' : 'a guess for this hardware';
  return `${each}, measured ${localDay(measuredAt)} with one stream${on}, ${bound}`;
}

/** 2026-11-25, of an ISO 8601 time, on the reader's clock: in UTC an evening in America is tomorrow. */
export function localDay(stamp: string): string {
  const atMs = stamp.length > 10 ? readTimeMs(stamp) : null;
  return atMs === null ? stamp.slice(0, 10) : dayWords(atMs);
}

function modelPrice({ model }: Decision): string {
  const { label } = tokenUnit(model.unit);
  const finetune = model.finetune === undefined ? '' : `, fine-tune ${stated(model.finetune)}`;
  return `${model.id}: input ${stated(model.input)}, output ${stated(model.output)}${finetune}, read as ${label}`;
}

function stated(price: number | null): string {
  return price === null ? 'not stated' : amountInFormula(price);
}

function hardwarePrice({ hardware }: Decision, read: string): string {
  const { id, centsPerMinute, updatedAt, isQuoted = false, listed } = hardware;
  if (isQuoted && centsPerMinute !== null) {
    const instead = listed === undefined ? '' : ` instead of the listed ${hourly(listed)} (${read})`;
    return `${id}: ${hourly(centsPerMinute)}, as entered${instead}`;
  }
  const price = centsPerMinute === null ? 'not stated' : `${amountInFormula(centsPerMinute)} ¢/min`;
  return `${id}: ${price}${updatedAt === null ? '' : `, updated ${updatedAt.slice(0, 10)}`} (${read})`;
}

export function hourly(centsPerMinute: number): string {
  return `${formatDollars(dollarsPerHour(centsPerMinute))}/h`;
}

function figure(
  label: string,
  { value, formula }: Derived,
  format: (value: number) => string,
  absent = 'unknown',
): CardFigure {
  return { label, text: value === null ? absent : format(value), formula };
}

export function percent(share: number): string {
  return `${formatShort(share * 100)} %`;
}

/** @param link to the same decision */
export function decisionMarkdown(
  decision: Decision,
  link: string | null,
  month: readonly MonthFigure[] = [],
): string {
  const card = decisionCard(decision, month);
  const { title, day, lines, figures, prices, assumptions, warnings } = card;
  const [headline = '', ...rest] = lines;
  return [
    `## ${escapeText(headline)}`,
    '',
    escapeText(title),
    ...rest.flatMap((line) => ['', escapeText(line)]),
    ...warnings.flatMap((warning) => ['', `**${escapeText(warning)}**`]),
    '',
    '| Figure | Value | Formula |',
    '| --- | ---: | --- |',
    ...figures.map(({ label, text, formula }) => `| ${[label, text, formula].map(escapeText).join(' | ')} |`),
    '',
    `Prices, read ${day}:`,
    '',
    ...prices.map((price) => `- ${escapeText(price)}`),
    '',
    'Assumptions:',
    '',
    ...assumptions.map((each) => `- ${escapeText(each)}`),
    ...(link === null ? [] : ['', `[Open, and compare with the prices of today](${link})`]),
    '',
  ].join('\n');
}

/** Service names must not become markup or end a cell. */
function escapeText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&');
}
