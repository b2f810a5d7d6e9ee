// Models table columns.
import type { ReactNode } from 'react';
import { safeLink } from '#lib/address.ts';
import { type Model, samplePricesNoted, isSampleModel } from '#api/schema/model.ts';
import { formatCount, noValue } from '#lib/format.ts';
import { timeOfNumber } from '#lib/read-time.ts';
import { formatAmount, priceWords, inFormula, formatDollars } from '#pricing/money.ts';
import { amountOf, priceTexts } from '#pricing/price-history.ts';
import type { TokenUnit } from '#pricing/units.ts';
import { ratioInWords, type Workload } from '#pricing/workload.ts';
import type { Column } from '#table/column.ts';
import { CutId } from '#ui/CutId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Status } from '#ui/States.tsx';
import { type Changes, priceBefore } from './ChangesLine.tsx';
import { blendedCost, daysPerMonth, monthlyCost, notByToken, type Cost, workloadInWords } from './cost.ts';
import type { WorkloadReading } from './search.ts';

export interface ModelColumn extends Column<Model> {
  /** A filter by it depends on the unit in which prices are read. */
  readonly isReadByUnit?: boolean;
}

export function modelColumns(choices: ColumnChoices): readonly ModelColumn[] {
  const { unit, changes, isPricingMonths, isPhone, hasSamples } = choices;
  const known = facts.filter(({ id }) => hasSamples || id !== 'source');
  const [input, output, ...others] = priceColumns(unit, changes);
  const [month, blended] = costColumns(choices);
  // In sight of the workload in any window, and not without it.
  const first = isPricingMonths ? [month] : [];
  // Room for two columns beside the name: those that cost.
  const beside = isPhone
    ? [...first.map((column) => onPhone(column, 132)), onPhone(input, 90), onPhone(output, 96), ...known]
    : [...first, ...known, input, output];
  const mixed = isPhone ? { ...blended, width: 184 } : blended;
  return [idColumn(changes, isPhone), ...beside, mixed, ...others, ...origin];
}

/** With its unit in sight. */
function onPhone(column: ModelColumn, width: number): ModelColumn {
  return { ...column, width, ...(column.unit && { unit: column.unit.replace(' tokens', '') }) };
}

function idColumn(changes: Changes | null, isPhone: boolean): ModelColumn {
  return {
    id: 'id',
    head: 'Model',
    kind: 'id',
    value: ({ id }) => id,
    render: (model) => (
      <span
        className={`flex gap-x-2 ${isPhone ? 'pointer-coarse:flex-col pointer-coarse:leading-tight' : ''}`}
      >
        <CutId id={model.id} endLength={14} />
        {isPhone && isSampleModel(model) && <span className="text-label text-faint">sample</span>}
        {changes?.added.has(model.id) && (
          <span className="shrink-0 self-start rounded-token border border-edge px-1 text-label text-muted">
            new
          </span>
        )}
      </span>
    ),
    width: 288,
    help: 'The model id to use in requests.',
  };
}

const facts: readonly ModelColumn[] = [
  {
    id: 'source',
    head: 'Source',
    fileNote: `prices of samples noted in ${samplePricesNoted}`,
    kind: 'status',
    value: (model) => (isSampleModel(model) ? 'sample' : 'served'),
    render: (model) => (
      <span className="-ml-0.75 flex items-center gap-1.5 *:shrink-0">
        {isSampleModel(model) ? (
          <>
            <Status tone="none">sample</Status>
            <span className="text-dense text-faint">{samplePricesNoted}</span>
          </>
        ) : (
          <Status tone="ok">served</Status>
        )}
      </span>
    ),
    facet: true,
    width: 160,
    help: `Served models can be run; samples are public facts, priced in ${samplePricesNoted}, not an offer.`,
  },
  {
    id: 'type',
    head: 'Type',
    kind: 'text',
    value: ({ type }) => type,
    width: 112,
    facet: true,
    help: 'The model’s type, as reported by the service.',
  },
  {
    id: 'context',
    head: 'Context',
    kilo: 1024,
    unit: 'tokens',
    kind: 'number',
    value: ({ context_length }) => context_length,
    render: ({ context_length }) => <ContextLength tokens={context_length} />,
    isInline: true,
    width: 144,
    help: 'Maximum tokens of prompt and answer together, as reported by the service; K is 1,024.',
  },
];

const origin: readonly ModelColumn[] = [
  {
    id: 'organization',
    head: 'Organization',
    kind: 'text',
    value: ({ organization }) => organization,
    width: 152,
    facet: true,
    help: 'Who made the model.',
  },
  {
    id: 'license',
    head: 'License',
    kind: 'text',
    value: ({ license }) => license,
    width: 168,
    facet: true,
    help: 'License of its weights.',
  },
  {
    id: 'created',
    head: 'Created',
    kind: 'date',
    value: createdMs,
    help: 'The model’s creation day in UTC, as reported by the service.',
  },
  {
    id: 'age',
    head: 'Age',
    kind: 'age',
    value: createdMs,
    ageOf: { id: 'created', head: 'Created' },
    width: 104,
    help: 'Time since then. The filter reads dates: >=2026-01.',
  },
  {
    id: 'name',
    head: 'Name',
    kind: 'text',
    value: ({ display_name }) => display_name,
    width: 232,
    help: 'Display name.',
  },
  {
    id: 'link',
    head: 'Link',
    kind: 'custom',
    value: ({ link }) => link,
    render: ({ link }) => <ModelLink link={link} />,
    width: 200,
    help: 'The service’s page about the model. Opens in a new tab, without a referrer.',
  },
  {
    id: 'object',
    head: 'Object',
    kind: 'text',
    value: ({ object }) => object,
    width: 96,
    isDefaultHidden: true,
    help: 'The record type, “model”.',
  },
];

/** Many services send 0 where they do not know. */
function createdMs({ created }: Model): number | undefined {
  return created === undefined ? undefined : (timeOfNumber(created) ?? undefined);
}

/** Input and output first. */
export function priceColumns(
  unit: TokenUnit,
  changes: Changes | null,
): readonly [ModelColumn, ModelColumn, ...ModelColumn[]] {
  const price = (
    { field, head, help, zero = 'billed by the hour', width = 144 }: PriceField,
    ownUnit?: string,
  ): ModelColumn => ({
    id: field,
    head,
    unit: ownUnit ?? unit.label,
    isReadByUnit: ownUnit === undefined,
    kind: 'money',
    value: (model) => priceOf(model, field),
    format: formatAmount,
    render: (model) => priceCell(model, field, changes),
    isInline: true,
    width,
    help: field === 'hourly' ? help : `${help} The API states no unit; 0 may mean “${zero}”.`,
  });
  return [
    price(inputColumn),
    price(outputColumn),
    price(hourly, '$/h'),
    price(base, 'as sent'),
    price(finetune),
  ];
}

/** In words where 0 would make the model the cheapest of all. */
function priceOf(model: Model, field: PriceId): number | string | null | undefined {
  const amount = amountOf(model.pricing?.[field]);
  const isOfTokens = field === 'input' || field === 'output';
  return (
    (isOfTokens && amount === 0 ? notByToken(model)?.value : null) ??
    amount ??
    priceWords(model.pricing?.[field])
  );
}

type PriceId = 'hourly' | 'input' | 'output' | 'base' | 'finetune';

interface PriceField {
  readonly field: PriceId;
  readonly head: string;
  readonly help: string;
  /** What 0 may mean. */
  readonly zero?: string;
  readonly width?: number;
}

const inputColumn: PriceField = { field: 'input', head: 'Input', help: 'Price of prompt tokens.' };
const outputColumn: PriceField = {
  field: 'output',
  head: 'Output',
  help: 'Price of generated tokens.',
};
const hourly: PriceField = {
  field: 'hourly',
  head: 'Hourly',
  help: 'Price per hour on a dedicated machine, read as US dollars: the API states no unit.',
};
const base: PriceField = {
  field: 'base',
  head: 'Base',
  help: 'A price other than tokens, such as per image.',
  zero: 'billed by the token',
};
const finetune: PriceField = {
  field: 'finetune',
  head: 'Fine-tune',
  help: 'Price of training tokens.',
  zero: 'not offered',
  width: 168,
};

function priceCell(model: Model, field: PriceId, changes: Changes | null): ReactNode {
  const { id, pricing } = model;
  const value = priceOf(model, field);
  const words = priceWords(pricing?.[field]);
  const change = priceBefore(changes, id, field);
  const [was, is] = priceTexts(change?.before, pricing?.[field]);
  return (
    <>
      {change && (
        <span className="mr-2 text-dense text-faint">
          <span className="sr-only">was </span>
          <s>{change.before === undefined ? noValue : was}</s>
        </span>
      )}
      {words !== null ? (
        <span title="Sent by the service instead of a price." className="text-muted">
          {words}
        </span>
      ) : value === null || value === undefined ? (
        <span title="Not stated in the record." className="text-faint">
          {noValue}
        </span>
      ) : value === 0 ? (
        <span title="The service states 0: billed otherwise, free, or not offered." className="text-muted">
          0
        </span>
      ) : typeof value === 'string' ? (
        <span title="The service states 0: it is not priced by the token." className="text-muted">
          {value}
        </span>
      ) : (
        is
      )}
    </>
  );
}

/** Models without a price have a word, sorted last. */
function costColumns({ unit, reading }: ColumnChoices): readonly [month: ModelColumn, blended: ModelColumn] {
  const { workload, ratio } = reading;
  const month = (model: Model) => (workload === null ? null : monthlyCost(model, unit, workload));
  const blend = (model: Model) => (ratio === null ? null : blendedCost(model, unit, ratio, workload));
  return [
    {
      id: 'monthly',
      head: 'Month',
      unit: '$',
      fileNote: workload === null ? undefined : workloadInWords(workload),
      kind: 'money',
      isReadByUnit: true,
      value: (model) => month(model)?.value,
      render: (model) => costCell(month(model), formatDollars),
      format: formatDollars,
      formula: (model) => month(model)?.formula() ?? null,
      width: 152,
      help: `Cost of the workload for ${inFormula(daysPerMonth)} days (730 hours). Models without token prices come last, with the reason.`,
    },
    {
      id: 'blended',
      head: `Blended ${ratio === null ? '' : ratioInWords(ratio)}`.trim(),
      unit: unit.label,
      fileNote: cachedInWords(workload),
      kind: 'money',
      isReadByUnit: true,
      value: (model) => blend(model)?.value,
      render: (model) => costCell(blend(model), formatAmount),
      format: formatAmount,
      formula: (model) => blend(model)?.formula() ?? null,
      width: 208,
      help: '(r × input + output) ÷ (r + 1): a single price for r input tokens per output token. Cached input counts at its price, as in the month. Set r under Workload.',
    },
  ];
}

function cachedInWords(workload: Workload | null): string | undefined {
  if (workload === null || workload.cached === 0) return undefined;
  return `${formatCount(workload.cached)} of ${formatCount(workload.input)} input tokens cached at ${inFormula(workload.cachedShare * 100)} %`;
}

function costCell(cost: Cost | null, format: (value: number) => string): ReactNode {
  if (cost === null) return <span className="text-faint">{noValue}</span>;
  const { value, formula } = cost;
  if (typeof value === 'number') return <span title={`= ${formula()}`}>{format(value)}</span>;
  return (
    <span
      title={formula()}
      className="text-dense text-muted pointer-coarse:inline-block pointer-coarse:leading-tight pointer-coarse:whitespace-normal"
    >
      {value}
    </span>
  );
}

interface ColumnChoices {
  readonly unit: TokenUnit;
  readonly reading: WorkloadReading;
  readonly isPricingMonths: boolean;
  /** Prices come first, and narrow. */
  readonly isPhone: boolean;
  readonly hasSamples: boolean;
  readonly changes: Changes | null;
}

/** "128K 131,072"; 163,839 has no short form. */
function ContextLength({ tokens }: { tokens: number | undefined }) {
  if (tokens === undefined) return <span className="text-faint">{noValue}</span>;
  const short = shortContext(tokens);
  return (
    <>
      {short !== null && <span className="mr-2 text-dense text-faint print:hidden">{short}</span>}
      {formatCount(tokens)}
    </>
  );
}

/** Null unless divisible by 1,024, and short. */
export function shortContext(tokens: number): string | null {
  if (tokens < 1024 || tokens % 1024 !== 0) return null;
  const mega = 1024 * 1024;
  const short = tokens % mega === 0 ? `${tokens / mega}M` : `${tokens / 1024}K`;
  return short.length > 5 ? null : short;
}

/** Without a referrer; anything but a web address is text. */
export function ModelLink({ link, canFocus = false }: { link: string | undefined; canFocus?: boolean }) {
  const href = safeLink(link);
  if (href === null) return <span className="text-faint">{link || noValue}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      // Arrow keys navigate the grid.
      tabIndex={canFocus ? undefined : -1}
      className="flex w-fit max-w-full items-center gap-1 text-act hover:underline"
    >
      <Icon name="link" />
      <span className="truncate">{href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</span>
    </a>
  );
}
