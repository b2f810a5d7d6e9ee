// Workload calculator.
import { Link } from 'wouter';
import { useMemo, useState } from 'react';
import { addressOf, paths } from '#lib/address.ts';
import { leftLists } from '#lib/left-lists.ts';
import { mayCompleteText, type Model } from '#api/schema/model.ts';
import { formatCompact, formatCount } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import type { TokenUnit } from '#pricing/units.ts';
import { fieldText, formatShort, toTraffic, type Workload } from '#pricing/workload.ts';
import { RestedStatus } from '#ui/use-pulse.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { useDraftText } from '#ui/number-text.ts';
import { daysPerMonth, monthlyCost } from './cost.ts';
import {
  workloadText,
  type ModelsSearch,
  type WorkloadName,
  isWorkloadEntered,
  workloadFields,
  type WorkloadField,
  type WorkloadReading,
} from './search.ts';

interface WorkloadPanelProps {
  /** Of the table, as filtered. */
  models: readonly Model[];
  isFiltered: boolean;
  unit: TokenUnit;
  search: ModelsSearch;
  reading: WorkloadReading;
  onText: (name: WorkloadName, text: string) => void;
  /** Those that are absent get empty. */
  onTexts: (texts: ModelsSearch) => void;
}

export function WorkloadPanel(props: WorkloadPanelProps) {
  const { models, isFiltered, unit, search, reading, onText, onTexts } = props;
  const { workload, errors, ratio } = reading;
  const isTouched = workloadFields.some(({ name }) => search[name] !== undefined);
  const [before, setBefore] = useState<ModelsSearch | null>(null);
  return (
    <section aria-label="Workload" className="shrink-0 border-b border-line bg-panel px-3 py-2">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2 max-tablet:grid max-tablet:grid-cols-3 max-tablet:gap-x-3 max-[40rem]:grid-cols-2">
        {workloadFields.map((field) => (
          <WorkloadInput
            key={field.name}
            field={field}
            value={workloadText(search, field.name)}
            written={fieldText(search[field.name] ?? null)}
            emptyValue={field.name === 'r' ? (ratio ?? field.emptyValue) : field.emptyValue}
            isWrong={errors[field.name] !== undefined}
            onValue={(text) => onText(field.name, text)}
          />
        ))}
      </div>
      <div className="mt-1.5 flex min-h-4.5 flex-wrap gap-x-4 text-dense text-muted">
        <div className="min-w-0 flex-1 max-[40rem]:basis-full">
          {Object.values(errors).map((error) => (
            <p key={error} className="text-bad">
              {error}
            </p>
          ))}
          <RestedStatus text={Object.values(errors).join(' ')} />
          {workload !== null && (
            <Sum {...{ models, isFiltered, unit, workload }} isEntered={isWorkloadEntered(search)} />
          )}
        </div>
        {/* Its place is kept: a first entry must not move the table. */}
        <button
          type="button"
          onClick={() => {
            setBefore(isTouched ? search : null);
            onTexts(isTouched ? {} : (before ?? {}));
          }}
          className={`min-w-26 self-start text-right text-act max-[40rem]:text-left hover:underline ${isTouched || before !== null ? '' : 'invisible max-desk:hidden'}`}
        >
          {isTouched || before === null ? 'Reset to defaults' : 'Undo the reset'}
        </button>
      </div>
    </section>
  );
}

interface WorkloadInputProps {
  field: WorkloadField;
  value: string;
  written: string;
  emptyValue: number;
  isWrong: boolean;
  onValue: (text: string) => void;
}

function WorkloadInput({ field, value, written, emptyValue, isWrong, onValue }: WorkloadInputProps) {
  const [text, setText] = useDraftText(value, onValue, written);
  const { label, unit, help, max, step } = field;
  return (
    <label title={help} className="grid gap-0.5 text-dense whitespace-nowrap text-muted">
      <span>{label}</span>
      <span className="flex items-center gap-1.5">
        <NumberInput
          text={text}
          onText={setText}
          min={0}
          max={max}
          step={step}
          unit={unit}
          emptyText={formatShort(emptyValue)}
          isWrong={isWrong}
          aria-label={`${label}, ${unit}`}
        />
        <span className="text-label text-faint max-[40rem]:leading-tight max-[40rem]:whitespace-normal">
          {unit}
        </span>
      </span>
    </label>
  );
}

interface SumProps {
  models: readonly Model[];
  isFiltered: boolean;
  unit: TokenUnit;
  workload: Workload;
  /** False if every field is empty. */
  isEntered: boolean;
}

function Sum({ models, isFiltered, unit, workload, isEntered }: SumProps) {
  const cheapest = useMemo(() => cheapestOf(models, unit, workload), [models, unit, workload]);
  const requests = workload.requestsPerDay * daysPerMonth;
  const left = leftDecision();
  const other = left?.['model'] !== cheapest?.id ? (left?.['model'] ?? null) : null;
  const [inputs, outputs] = [requests * workload.input, requests * workload.output];
  return (
    <p>
      {cheapest && (
        <RestedStatus text={`${cheapest.id} costs least: ${formatDollars(cheapest.dollars)} a month.`} />
      )}
      A month of 30.4167 days (730 h) has {formatCount(requests)} requests, {formatCompact(inputs)} input and{' '}
      {formatCompact(outputs)} output tokens.{' '}
      {workload.cached > 0 &&
        (workload.cachedShare === 1
          ? 'Cached tokens are counted at the full price of input: the API states none, so enter your service’s. '
          : 'The price of cached tokens is your own figure; the API states none. ')}
      {cheapest ? (
        <>
          Of the {isFiltered && 'shown '}
          {kindsOf(models, 'and')} models with token prices and room for the request,{' '}
          <span className="font-mono">{cheapest.id}</span> costs least:{' '}
          <span className="font-medium text-text">{formatDollars(cheapest.dollars)}</span>.{' '}
          <Link
            href={addressOf(paths.hardware, breakEvenSearch(cheapest.id, { unit, workload, isEntered }))}
            className="text-act underline"
          >
            Compare it with dedicated
          </Link>
          {other !== null && (
            <>
              {' '}
              or{' '}
              <Link
                href={addressOf(paths.hardware, breakEvenSearch(other, { unit, workload, isEntered }))}
                className="text-act underline"
              >
                go back to the break-even of <span className="font-mono">{other}</span>
              </Link>
            </>
          )}
        </>
      ) : inputs + outputs === 0 ? (
        'Without tokens no model costs anything.'
      ) : (
        <>
          No {isFiltered ? 'shown' : 'listed'} {kindsOf(models, 'or')} model has token prices and room for the
          request.{' '}
          {isTooLong(models, unit, workload) &&
            'Input and output are those of one request: divide a day’s totals by its requests.'}
        </>
      )}
    </p>
  );
}

/** As where the totals of a day are entered: a shorter request has a price. */
function isTooLong(models: readonly Model[], unit: TokenUnit, workload: Workload): boolean {
  return cheapestOf(models, unit, { ...workload, input: 1, cached: 0, output: 0 }) !== null;
}

/** Null if the hardware page was not left at a break-even. */
function leftDecision() {
  const left = leftLists.get(paths.hardware);
  return left?.['view'] === 'break-even' ? left : null;
}

const trafficNames: ReadonlySet<string> = new Set([
  'traffic',
  'trafficOf',
  'blend',
  'cached',
  'cachedPrice',
  'request',
]);

/** A decision that was left for this model keeps its other terms, such as a quote. */
function breakEvenSearch(
  model: string,
  { unit, workload, isEntered }: Omit<SumProps, 'models' | 'isFiltered'>,
) {
  const { traffic, blend, cached, cachedPrice, request } = toTraffic(workload);
  const left = Object.entries(leftDecision() ?? {});
  const isSame = left.some(([name, value]) => name === 'model' && value === model);
  return {
    ...(isSame && Object.fromEntries(left.filter(([name]) => !trafficNames.has(name)))),
    view: 'break-even',
    model,
    prices: unit.id,
    traffic,
    // The default is not the user's own.
    ...(isEntered ? request !== null && { request } : { trafficOf: 'example' }),
    ...(blend !== null && { blend }),
    ...(cached !== null && { cached, cachedPrice: cachedPrice ?? 100 }),
  };
}

/** Of those compared. */
function kindsOf(models: readonly Model[], last: 'and' | 'or') {
  return models.some(({ type }) => !type)
    ? `chat, language, code ${last} untyped`
    : `chat, language ${last} code`;
}

function cheapestOf(models: readonly Model[], unit: TokenUnit, workload: Workload) {
  if (workload.requestsPerDay * (workload.input + workload.output) === 0) return null;
  let least: { readonly id: string; readonly dollars: number } | null = null;
  for (const model of models) {
    // Cheaper, but for other work.
    if (!mayCompleteText(model)) continue;
    const { value } = monthlyCost(model, unit, workload);
    if (typeof value === 'number' && (least === null || value < least.dollars))
      least = { id: model.id, dollars: value };
  }
  return least;
}
