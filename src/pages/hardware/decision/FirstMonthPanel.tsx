// First-month calculator.
import { useQuery } from '@tanstack/react-query';
import { fineTuneName } from '#api/fine-tune-status.ts';
import { fineTunesQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import { noValue } from '#lib/format.ts';
import type { Choices, ChangeNumber } from '#pages/hardware/configurations/search.ts';
import { ChoiceField } from '#pages/hardware/configurations/ChoiceField.tsx';
import { PriceUnitButton } from '#pricing/UnitPicker.tsx';
import { type Derived, formatDollars, dollarsInFormula, inFormula, unknown } from '#pricing/money.ts';
import { usePriceUnit, type PriceUnit } from '#pricing/price-unit.ts';
import { hoursPerMonth } from '#pricing/rate.ts';
import { type TokenUnit, dollarsPerToken } from '#pricing/units.ts';
import { Select } from '#ui/Select.tsx';
import { HowButton } from './DecisionFigures.tsx';
import { machineHour } from './break-even.ts';
import type { MonthFigure } from './decision-card.ts';
import type { Decision } from './decision.ts';

interface FirstMonthTerms {
  /** As stated by the service. */
  finetunePrice: number | null;
  unit: TokenUnit;
  hardware: Decision['hardware'];
  /** Null while unreadable. */
  replicas: number | null;
  choices: Choices;
}

/** A chosen job's total takes precedence. */
export function useFirstMonth({ finetunePrice, unit, hardware, replicas, choices }: FirstMonthTerms) {
  const jobs = useQuery(fineTunesQuery(useClient()));
  const priced = (jobs.data?.items ?? []).filter(({ total_price }) => total_price !== undefined);
  const job = priced.find(({ id }) => id === choices.ftJob);
  const priceUnit = usePriceUnit((state) => state.unit);
  const month = firstMonth(
    trainingOf(job, choices, priceUnit),
    { price: finetunePrice, unit },
    hardware,
    replicas,
  );
  return { jobs, priced, job, priceUnit, month, figures: monthFigures(month, replicas) };
}

/** Exported for its test. */
export function monthFigures(
  { training, serving, sum }: FirstMonth,
  replicas: number | null,
): readonly MonthFigure[] {
  return [
    { label: 'training', ...training },
    { label: `a month of ${replicas === 1 ? 'the machine' : `${replicas ?? noValue} replicas`}`, ...serving },
    { label: 'fine-tune and first month', ...sum },
  ];
}

interface FirstMonthPanelProps {
  reading: ReturnType<typeof useFirstMonth>;
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
  onNumber: ChangeNumber;
}

export function FirstMonthPanel({ reading, choices, onChange, onNumber }: FirstMonthPanelProps) {
  const { jobs, priced, job, priceUnit, month, figures } = reading;
  const { sum } = month;
  const field = { choices, onNumber };
  return (
    <section
      aria-label="Fine-tune and first month"
      className={`grid gap-3 border-t border-line p-4 *:max-w-104 ${sum.value === null ? 'print:hidden' : ''}`}
    >
      <div className="flex items-center justify-between">
        <h2 className="font-strong">Fine-tune and first month</h2>
        <HowButton what="the first month" figures={figures} />
      </div>
      {priced.length > 0 && (
        <label className="flex items-center justify-between gap-3">
          <span className="shrink-0">Job</span>
          <Select
            value={job?.id ?? ''}
            onValue={(id) => onChange({ ftJob: id || null })}
            options={[
              { value: '', label: 'None: by tokens' },
              ...priced.map((each) => ({
                value: each.id,
                label: `${fineTuneName(each)}, ${jobPrice(each.total_price ?? 0, priceUnit)}`,
              })),
            ]}
            className="w-full min-w-0"
          />
        </label>
      )}
      {jobs.isError && (
        <p className="text-dense text-muted">Jobs could not be listed: {jobs.error.message}</p>
      )}
      {job !== undefined && (
        <div className="-ml-2.5">
          <PriceUnitButton>{`total_price: ${priceUnit.label}`}</PriceUnitButton>
        </div>
      )}
      {job === undefined && (
        <>
          <ChoiceField {...field} name="ftTokens" emptyText="none" step={1e6} />
          <ChoiceField {...field} name="ftEpochs" emptyText="1" />
        </>
      )}
      <dl className="grid gap-1">
        {figures.map((figure) => (
          <Line key={figure.label} {...figure} />
        ))}
      </dl>
      {sum.value === null && <p className="text-dense text-muted">{sum.formula}</p>}
    </section>
  );
}

function Line({ label, value, formula }: MonthFigure) {
  return (
    <div className="flex justify-between gap-3 last:border-t last:border-line last:pt-1 last:font-strong">
      <dt className="font-regular text-muted">{label}</dt>
      <dd title={formula} className={value === null ? 'text-faint' : ''}>
        {value === null ? 'unknown' : formatDollars(value)}
      </dd>
    </div>
  );
}

function trainingOf(
  job: FineTune | undefined,
  { ftTokens, ftEpochs, unread }: Choices,
  unit: PriceUnit,
): Training {
  if (job?.total_price !== undefined) return { kind: 'job', totalPrice: job.total_price, unit };
  if ('ftTokens' in unread || 'ftEpochs' in unread) return { kind: 'unread' };
  return { kind: 'tokens', tokens: ftTokens, epochs: ftEpochs ?? 1 };
}

function jobPrice(total: number, { dollars }: PriceUnit): string {
  if (total === 0) return 'no price';
  return dollars === null ? String(total) : formatDollars(total * dollars);
}

type Training =
  /** Without a stated unit, the user picks one. */
  | { readonly kind: 'job'; readonly totalPrice: number; readonly unit: PriceUnit }
  /** Tokens of the file, times epochs. */
  | { readonly kind: 'tokens'; readonly tokens: number | null; readonly epochs: number }
  | { readonly kind: 'unread' };

interface TrainingPrice {
  readonly price: number | null;
  readonly unit: TokenUnit;
}

/** Unknown if a part is. */
interface FirstMonth {
  readonly training: Derived;
  readonly serving: Derived;
  readonly sum: Derived;
}

/** @param replicas running the whole month */
export function firstMonth(
  training: Training,
  price: TrainingPrice,
  hardware: MonthlyMachine,
  replicas: number | null,
): FirstMonth {
  const [trained, served] = [trainingCost(training, price), servingCost(hardware, replicas)];
  return { training: trained, serving: served, sum: sumOf(trained, served) };
}

function trainingCost(training: Training, { price, unit }: TrainingPrice): Derived {
  if (training.kind === 'job') return jobCost(training);
  if (training.kind === 'unread') return unknown('The training tokens or epochs are invalid.');
  const { tokens, epochs } = training;
  if (tokens === null) return unknown('No training tokens entered.');
  if (price === null) return unknown('The service states no fine-tuning price for this model.');
  if (price === 0)
    return unknown('The service states a fine-tuning price of 0, which may mean “not offered”.');
  const perMillion = dollarsPerToken(price, unit) * 1e6;
  const value = ((tokens * epochs) / 1e6) * perMillion;
  return {
    value,
    formula: `${inFormula(tokens)} tokens × ${inFormula(epochs)} epochs × ${dollarsInFormula(perMillion)}/1M = ${formatDollars(value)}`,
  };
}

function jobCost({ totalPrice, unit: { dollars, label } }: Extract<Training, { kind: 'job' }>): Derived {
  if (totalPrice === 0) return unknown('total_price of the job is 0, which often means “not set”.');
  if (dollars === null)
    return unknown(`total_price of the job is ${inFormula(totalPrice)}, in an unknown unit; choose one.`);
  return {
    value: totalPrice * dollars,
    formula: `total_price of the job, ${inFormula(totalPrice)}, read as ${label}`,
  };
}

type MonthlyMachine = Pick<Decision['hardware'], 'centsPerMinute' | 'isQuoted'>;

function servingCost(hardware: MonthlyMachine, replicas: number | null): Derived {
  const { centsPerMinute } = hardware;
  if (replicas === null) return unknown('The number of replicas is invalid.');
  if (centsPerMinute === null) return unknown('The service states no price for this hardware.');
  const value = centsPerMinute * 0.6 * hoursPerMonth * replicas;
  const times = replicas === 1 ? '' : `${replicas} × `;
  return {
    value,
    formula: `${times}${machineHour({ ...hardware, centsPerMinute })} × ${hoursPerMonth} h = ${formatDollars(value)}`,
  };
}

function sumOf(training: Derived, serving: Derived): Derived {
  if (training.value === null) return unknown(training.formula);
  if (serving.value === null) return unknown(serving.formula);
  const value = training.value + serving.value;
  return {
    value,
    formula: `${formatDollars(training.value)} + ${formatDollars(serving.value)} = ${formatDollars(value)}`,
  };
}
