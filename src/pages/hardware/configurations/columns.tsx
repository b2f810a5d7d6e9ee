// Hardware table columns.
import { readTimeMs } from '#lib/read-time.ts';
import { noValue } from '#lib/format.ts';
import { pastWords } from '#lib/dates.ts';
import { OfferStatus, offerText, offerTone } from './OfferStatus.tsx';
import { formatAmount, inFormula, type Derived } from '#pricing/money.ts';
import { formatPriceIn, hoursPerMonth, listedPrice, rate, rateUnit, totalMemory } from '#pricing/rate.ts';
import type { Column } from '#table/column.ts';
import { CutId } from '#ui/CutId.tsx';
import { useNow } from '#ui/use-now.ts';
import {
  usedHour,
  type HardwareRow,
  cardFacts,
  lowCapacity,
  lowCapacityHelp,
  perBandwidth,
  perTflops,
} from './hardware-row.ts';
import type { Choices } from './search.ts';

interface ColumnParts {
  readonly choices: Pick<Choices, 'unit' | 'per' | 'replicas' | 'used' | 'budget' | 'model'>;
  /** The page's own server answers: what bills nothing is the host machine. */
  readonly isEmbedded: boolean;
  readonly hasSamples: boolean;
  /** Beside the availability there is no room for the price. */
  readonly isPhone: boolean;
}

const shareWords = { whole: '', gpu: ' per GPU', gb: ' per GB' } as const;

export function hardwareColumns({
  choices,
  isEmbedded,
  hasSamples,
  isPhone,
}: ColumnParts): readonly Column<HardwareRow>[] {
  const { unit, per, replicas, used, budget, model } = choices;
  const label = rateUnit(unit).label;
  const times = replicas === 1 ? '' : ` × ${replicas ?? noValue}`;
  const zero = isEmbedded ? 'this machine' : 'free';
  return [
    {
      id: 'id',
      head: 'Configuration',
      kind: 'id',
      value: ({ hardware }) => hardware.id,
      render: ({ hardware, isCheapest }) => (
        <ConfigurationName
          id={hardware.id}
          isCheapest={isCheapest}
          price={isPhone && model !== null ? rate(hardware, unit, per, replicas).value : null}
          unit={label}
        />
      ),
      // Room for “cheapest” before a name.
      width: isPhone ? 288 : 344,
    },
    {
      id: 'availability',
      head: 'Availability',
      kind: 'status',
      value: ({ offer }) => offerText(offer),
      render: ({ offer }) => <OfferStatus offer={offer} />,
      tone: ({ offer }) => offerTone(offer),
      facet: true,
      isDefaultHidden: model === null,
      help: `For the selected model. “${lowCapacity}”: ${lowCapacityHelp} “not offered”: it does not fit or is not offered.`,
      width: 184,
    },
    money({
      id: 'price',
      head: `Price${shareWords[per]}${per === 'whole' ? times : ''}`,
      unit: label,
      derive: ({ hardware }) => rate(hardware, unit, per, replicas),
      zero,
      help: `US cents a minute times the unit's factor; a month is ${hoursPerMonth} h.`,
      width: 168,
    }),
    money({
      id: 'cents',
      head: 'Listed',
      unit: '¢/min',
      derive: ({ hardware }) => {
        const { value } = rate(hardware, 'minute', 'whole');
        return { value, formula: '' };
      },
      zero,
      help: 'cents_per_minute as sent, for the whole configuration.',
      width: 144,
    }),
    money({
      id: 'month',
      head: `A month${times}`,
      unit: '$/month',
      derive: ({ hardware }) => rate(hardware, 'month', 'whole', replicas),
      zero,
      help: `For ${hoursPerMonth} h, with all replicas.`,
      isDefaultHidden: budget === null || (unit === 'month' && per === 'whole'),
      width: 168,
    }),
    money({
      id: 'used',
      head: `Cost per used hour${times}`,
      unit: `$/h at ${used ?? noValue} %`,
      derive: ({ hardware }) => usedHour(hardware, replicas, used),
      zero,
      help: 'Cost per hour of actual use; idle time is billed too.',
      isDefaultHidden: used === 100,
      width: 240,
    }),
    {
      id: 'source',
      head: 'Source',
      kind: 'text',
      value: ({ hardware }) =>
        hardware.sample === true ? 'dated sample' : isEmbedded ? 'this machine' : undefined,
      facet: true,
      isDefaultHidden: !hasSamples,
      help: 'A sample has a dated price and cannot be rented.',
      width: 128,
    },
    ...specs,
    {
      id: 'scaling',
      head: 'Scaling',
      unit: '×',
      kind: 'number',
      value: ({ penalty }) => penalty.value,
      format: (value) => `${value.toFixed(2)}×`,
      formula: ({ penalty }) => penalty.formula,
      help: 'Price per GPU against the smallest configuration of the same card: 1.00× is linear, more is a penalty.',
      width: 104,
    },
    ...factColumns,
    {
      id: 'note',
      head: 'Note',
      kind: 'text',
      value: ({ notes }) => notes.join('; '),
      help: 'Why a row is dimmed: too small, over budget, not offered, or an alternative with as much memory is cheaper or better.',
      width: 320,
    },
    {
      id: 'updated',
      head: 'Updated',
      kind: 'age',
      value: ({ hardware }) => readTimeMs(hardware.updated_at),
      render: ({ hardware }) => <Updated text={hardware.updated_at} />,
      help: 'updated_at of the record: day in UTC and age.',
      width: 192,
    },
    {
      id: 'object',
      head: 'Object',
      kind: 'text',
      value: ({ hardware }) => hardware.object,
      width: 104,
      isDefaultHidden: true,
    },
  ];
}

const specs: readonly Column<HardwareRow>[] = [
  {
    id: 'gpu',
    head: 'GPU',
    kind: 'text',
    value: ({ hardware }) => hardware.specs?.gpu_type,
    width: 152,
    facet: true,
  },
  {
    id: 'link',
    head: 'Link',
    kind: 'text',
    value: ({ hardware }) => hardware.specs?.gpu_link,
    width: 88,
    facet: true,
  },
  {
    id: 'memory',
    head: 'GPU memory',
    unit: 'GB',
    kind: 'number',
    value: ({ hardware }) => hardware.specs?.gpu_memory,
    width: 136,
  },
  { id: 'gpus', head: 'GPUs', kind: 'number', value: ({ hardware }) => hardware.specs?.gpu_count, width: 80 },
  {
    id: 'total',
    head: 'Total memory',
    unit: 'GB',
    kind: 'number',
    value: ({ hardware }) => totalMemory(hardware),
    formula: ({ hardware }) => {
      const { gpu_count: count, gpu_memory: memory } = hardware.specs ?? {};
      return count === undefined || memory === undefined ? null : `${count} × ${inFormula(memory)} GB`;
    },
    width: 136,
  },
];

interface MoneyColumn {
  readonly id: string;
  readonly head: string;
  readonly unit: string;
  readonly derive: (row: HardwareRow) => Derived;
  readonly zero: string;
  readonly help: string;
  readonly width: number;
  readonly isDefaultHidden?: boolean;
}

/** Missing is a dash, zero is in words, words are shown as received. */
function money({ derive, zero, ...column }: MoneyColumn): Column<HardwareRow> {
  return {
    ...column,
    kind: 'money',
    value: (row) => {
      const price = listedPrice(row.hardware);
      return price.kind === 'contact' ? price.words : derive(row).value;
    },
    format: (value) =>
      value !== 0 ? formatAmount(value) : `${column.unit.startsWith('$') ? '$0' : '0 ¢'}, ${zero}`,
    formula: (row) => derive(row).formula || null,
  };
}

interface ConfigurationNameProps {
  id: string;
  isCheapest: boolean;
  /** Below the name; null without room for a second line. */
  price: number | null;
  unit: string;
}

function ConfigurationName({ id, isCheapest, price, unit }: ConfigurationNameProps) {
  return (
    <span className="flex pointer-coarse:max-tablet:flex-col pointer-coarse:max-tablet:leading-tight">
      {isCheapest && (
        <span className="mr-1.5 rounded-token bg-tint px-1 text-dense text-act max-tablet:hidden">
          cheapest
        </span>
      )}
      <CutId id={id} endLength={14} />
      {price !== null && (
        <span className="hidden truncate text-label text-muted tabular-nums pointer-coarse:max-tablet:block">
          {formatPriceIn(price, unit)}
          {isCheapest && <span className="text-act"> cheapest</span>}
        </span>
      )}
    </span>
  );
}

function Updated({ text }: { text: string | undefined }) {
  const nowMs = useNow(60_000);
  const atMs = readTimeMs(text);
  if (atMs === null) return <span className="text-faint">{text ?? noValue}</span>;
  return (
    <>
      <span className="text-faint">{pastWords(atMs, nowMs)}</span> {new Date(atMs).toISOString().slice(0, 10)}
    </>
  );
}

const factColumns: readonly Column<HardwareRow>[] = [
  {
    id: 'bandwidth',
    head: 'Bandwidth',
    unit: 'GB/s per GPU',
    kind: 'number',
    value: ({ hardware }) => cardFacts(hardware)?.bandwidth,
    formula: (row) => factSource(row),
    help: 'Memory bandwidth of one card, from its vendor’s data sheet.',
    width: 176,
  },
  {
    id: 'tflops',
    head: 'Dense BF16 tensor',
    unit: 'TFLOPS per GPU',
    kind: 'number',
    value: ({ hardware }) => cardFacts(hardware)?.tflops,
    formula: (row) => factSource(row),
    help: 'Per card, without sparsity, from the vendor’s data sheet. Sparse figures are twice as high.',
    width: 240,
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
    width: 136,
  },
];

function factSource({ hardware }: HardwareRow): string | null {
  const facts = cardFacts(hardware);
  return facts === null
    ? null
    : `${inFormula(facts.bandwidth)} GB/s, ${inFormula(facts.tflops)} TFLOPS: ${facts.source}`;
}
