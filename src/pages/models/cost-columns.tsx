// Two columns that are reckoned: the blended price, and the month of the workload; each cell has its formula.
import type { ReactNode } from 'react';
import type { Model } from '#api/schema/model.ts';
import { inFormula } from '#pricing/derived.ts';
import { formatAmount, formatDollars } from '#pricing/money.ts';
import type { Column } from '#table/column.ts';
import type { ColumnChoices } from './column-choices.ts';
import { blendedCost, daysPerMonth, monthlyCost, type Cost } from './cost.ts';

/** Models without a price have a word in both, which stands behind all numbers in either direction. */
export function costColumns({ unit, reading, isPricingMonths }: ColumnChoices): readonly Column<Model>[] {
  const { workload, ratio } = reading;
  const month = (model: Model) => (workload === null ? null : monthlyCost(model, unit, workload));
  const blend = (model: Model) => (ratio === null ? null : blendedCost(model, unit, ratio));
  return [
    {
      id: 'monthly',
      head: 'Month',
      unit: '$',
      kind: 'money',
      value: (model) => month(model)?.value,
      render: (model) => costCell(month(model), formatDollars),
      format: formatDollars,
      formula: (model) => month(model)?.formula() ?? null,
      width: 128,
      isDefaultHidden: !isPricingMonths,
      help: `What the workload of the calculator costs in ${inFormula(daysPerMonth)} days, which are 730 hours. Models without token prices come last and say why.`,
    },
    {
      id: 'blended',
      head: `Blended ${ratio === null ? '' : `${inFormula(ratio)}:1`}`.trim(),
      unit: unit.label,
      kind: 'money',
      value: (model) => blend(model)?.value,
      render: (model) => costCell(blend(model), formatAmount),
      format: formatAmount,
      formula: (model) => blend(model)?.formula() ?? null,
      width: 184,
      help: '(r × input + output) ÷ (r + 1): one price where r input tokens come with each output token. r is set in the calculator.',
    },
  ];
}

function costCell(cost: Cost | null, format: (value: number) => string): ReactNode {
  if (cost === null) return <span className="text-faint">—</span>;
  const { value, formula } = cost;
  if (typeof value === 'number') return <span title={`= ${formula()}`}>{format(value)}</span>;
  return (
    <span title={formula()} className="text-dense text-muted">
      {value}
    </span>
  );
}
