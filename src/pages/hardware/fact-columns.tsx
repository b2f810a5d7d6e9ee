// Columns of what the cards of a configuration can do, with where the figures come from.
import { formatAmount } from '#pricing/money.ts';
import { inFormula } from '#pricing/derived.ts';
import type { Column } from '#table/column.ts';
import { cardFacts } from './card-facts.ts';
import { perBandwidth, perTflops } from './figures.ts';
import type { HardwareRow } from './hardware-row.ts';

/** Of one card, and what a unit of it costs. */
export const factColumns: readonly Column<HardwareRow>[] = [
  {
    id: 'bandwidth',
    head: 'Bandwidth',
    unit: 'GB/s',
    kind: 'number',
    value: ({ hardware }) => cardFacts(hardware)?.bandwidth,
    formula: (row) => sourceOf(row),
    help: 'Memory bandwidth of one card, from its vendor’s data sheet.',
    width: 128,
  },
  {
    id: 'tflops',
    head: 'Dense BF16 tensor',
    unit: 'TFLOPS',
    kind: 'number',
    value: ({ hardware }) => cardFacts(hardware)?.tflops,
    formula: (row) => sourceOf(row),
    help: 'Of one card, without sparsity, from its vendor’s data sheet. Sparse figures are twice as high.',
    width: 192,
  },
  {
    id: 'per-bandwidth',
    head: 'Per TB/s',
    unit: '$/h',
    kind: 'money',
    value: ({ hardware }) => perBandwidth(hardware).value,
    format: formatAmount,
    formula: ({ hardware }) => perBandwidth(hardware).formula,
    isDefaultHidden: true,
  },
  {
    id: 'per-tflops',
    head: 'Per TFLOPS',
    unit: '$/h',
    kind: 'money',
    value: ({ hardware }) => perTflops(hardware).value,
    format: formatAmount,
    formula: ({ hardware }) => perTflops(hardware).formula,
    isDefaultHidden: true,
  },
];

function sourceOf({ hardware }: HardwareRow): string | null {
  const facts = cardFacts(hardware);
  return facts === null
    ? null
    : `${inFormula(facts.bandwidth)} GB/s, ${inFormula(facts.tflops)} TFLOPS: ${facts.source}`;
}
