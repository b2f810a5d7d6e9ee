// The columns of both lists: break-even, what it takes, what a million tokens cost, and who wins.
import { formatCount } from '#lib/format.ts';
import type { Derived } from '#pricing/derived.ts';
import { formatDollars } from '#pricing/money.ts';
import { hoursPerMonth } from '#pricing/rate.ts';
import { tokensPerReplica, type Terms } from '#pricing/decision/decision.ts';
import { throughputInWords } from '#pricing/decision/decision-card.ts';
import type { Column } from '#table/column.ts';
import type { Tone } from '#ui/Status.tsx';
import type { ComparisonRow } from './comparison-rows.ts';
import type { Against } from './search.ts';

/** The columns of a list; blend and utilisation stand in the heads of what they make. */
export function comparisonColumns(
  against: Against,
  { blend, utilisation }: Pick<Terms, 'blend' | 'utilisation'>,
): readonly Column<ComparisonRow>[] {
  const [atUse, atBlend] = [
    `$/1M at ${plain.format(utilisation * 100)} %`,
    `$/1M at ${plain.format(blend)}:1`,
  ];
  return [
    {
      id: 'id',
      head: against === 'hardware' ? 'Configuration' : 'Model',
      kind: 'id',
      value: ({ id }) => id,
      width: 264,
    },
    {
      id: 'verdict',
      head: 'Verdict',
      kind: 'status',
      value: ({ reckoning }) => verdictWords[reckoning.verdict.kind],
      tone: ({ reckoning }) => verdictTones[reckoning.verdict.kind],
      formula: ({ sentence }) => sentence,
      facet: true,
      width: 176,
      help:
        against === 'hardware'
          ? 'Whether dedicated can be cheaper at a traffic that the machines serve. The throughput of the terms is that of the chosen configuration; what others serve is unknown here.'
          : 'Whether dedicated can be cheaper at a traffic that the machines serve; each model has its own throughput.',
    },
    derived(
      'breakEven',
      'Break-even',
      'in + out tokens/min',
      ({ reckoning }) => reckoning.breakEven,
      whole,
      176,
    ),
    derived('dedicated', 'Dedicated', atUse, ({ reckoning }) => reckoning.dedicated, formatDollars, 184),
    derived('serverless', 'Serverless', atBlend, ({ reckoning }) => reckoning.serverless, formatDollars, 176),
    derived('needed', 'A replica must serve', 'in + out tokens/min', ({ needed }) => needed, whole, 232),
    against === 'hardware' ? month : throughput,
  ];
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const month: Column<ComparisonRow> = {
  id: 'month',
  head: 'All replicas',
  unit: '$/month',
  kind: 'money',
  value: ({ decision: { hardware, terms } }) =>
    hardware.centsPerMinute === null ? null : hardware.centsPerMinute * terms.replicas * 0.6 * hoursPerMonth,
  format: formatDollars,
  formula: ({ decision: { hardware, terms } }) =>
    hardware.centsPerMinute === null
      ? null
      : `${terms.replicas} × ${hardware.centsPerMinute} ¢/min × 60 min ÷ 100 × ${hoursPerMonth} h`,
  width: 160,
};

const throughput: Column<ComparisonRow> = {
  id: 'throughput',
  head: 'Throughput',
  unit: 'in + out tokens/min',
  kind: 'number',
  value: ({ decision }) => tokensPerReplica(decision.terms),
  format: whole,
  formula: ({ decision: { terms, hardware } }) =>
    terms.throughput === null
      ? 'No stream of this model was measured in this browser.'
      : throughputInWords(terms, hardware.id),
  width: 176,
};

const verdictWords = {
  'wins-above': 'can pay off',
  never: 'never pays off',
  'capacity-unknown': 'throughput unknown',
  unknown: 'not comparable',
} as const;

const verdictTones = {
  'wins-above': 'ok',
  never: 'bad',
  'capacity-unknown': 'partial',
  unknown: 'none',
} as const satisfies Record<keyof typeof verdictWords, Tone>;

function derived(
  id: string,
  head: string,
  unit: string,
  pick: (row: ComparisonRow) => Derived,
  format: (value: number) => string,
  width: number,
): Column<ComparisonRow> {
  return {
    id,
    head,
    unit,
    kind: unit.startsWith('$') ? 'money' : 'number',
    value: (row) => pick(row).value,
    format,
    formula: (row) => pick(row).formula,
    width,
  };
}

function whole(value: number): string {
  return formatCount(Math.round(value));
}
