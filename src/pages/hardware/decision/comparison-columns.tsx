// The columns of both lists: break-even, what it takes, what a million tokens cost, and who wins.
import { formatCount } from '#lib/format.ts';
import type { Derived } from '#pricing/derived.ts';
import { formatDollars } from '#pricing/money.ts';
import { hoursPerMonth } from '#pricing/rate.ts';
import type { Column } from '#table/column.ts';
import type { Tone } from '#ui/Status.tsx';
import type { ComparisonRow } from './comparison-rows.ts';

/** @param head what a row is; @param price the column of the price that differs from row to row */
function columns(head: string, price: Column<ComparisonRow>): readonly Column<ComparisonRow>[] {
  return [
    { id: 'id', head, kind: 'id', value: ({ id }) => id, width: 264 },
    {
      id: 'verdict',
      head: 'Dedicated',
      kind: 'status',
      value: ({ reckoning }) => verdictWords[reckoning.verdict.kind],
      tone: ({ reckoning }) => verdictTones[reckoning.verdict.kind],
      formula: ({ sentence }) => sentence,
      facet: true,
      width: 176,
      help: 'Whether dedicated can be cheaper at a traffic that the machines serve, with the throughput of the terms.',
    },
    derived('breakEven', 'Break-even', 'tokens/min', ({ reckoning }) => reckoning.breakEven, whole, 184),
    derived('needed', 'A replica must serve', 'tokens/min', ({ needed }) => needed, whole, 232),
    price,
    derived('dedicated', 'Dedicated', '$/1M', ({ reckoning }) => reckoning.dedicated, formatDollars),
    derived('serverless', 'Serverless', '$/1M', ({ reckoning }) => reckoning.serverless, formatDollars),
  ];
}

/** This model on every configuration. */
export const hardwareColumns = columns('Configuration', {
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
      : `${terms.replicas} × ${hardware.centsPerMinute} ¢/min × 0.6 × ${hoursPerMonth} h`,
  width: 144,
});

/** This configuration under every model. */
export const modelColumns = columns('Model', {
  id: 'throughput',
  head: 'Throughput',
  unit: 'tokens/min',
  kind: 'number',
  value: ({ decision }) => decision.terms.throughput?.tokensPerMinute,
  format: whole,
  formula: ({ decision: { terms } }) =>
    terms.throughput === null
      ? 'No stream of this model was measured in this browser.'
      : terms.throughput.measuredAt === null
        ? 'Entered in the terms.'
        : `Measured ${terms.throughput.measuredAt.slice(0, 10)} with one stream, a lower bound.`,
  width: 176,
});

const verdictWords = {
  'wins-above': 'can win',
  never: 'never wins',
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
  width = 144,
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
