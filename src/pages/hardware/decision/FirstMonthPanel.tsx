// What a fine-tune and its first month of serving cost: a small calculator, from a job or from tokens.
import { useQuery } from '@tanstack/react-query';
import { fineTunesQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import { firstMonth, type Training } from '#pricing/decision/first-month.ts';
import type { Derived } from '#pricing/derived.ts';
import { formatDollars } from '#pricing/money.ts';
import { usePriceUnit, type PriceUnit } from '#pricing/price-unit.ts';
import { PriceUnitButton } from '#pricing/PriceUnitButton.tsx';
import type { TokenUnit } from '#pricing/token-unit.ts';
import { controlLook } from '#ui/control-look.ts';
import { NumberField } from '#ui/NumberField.tsx';
import { HowButton } from './HowButton.tsx';
import { decisionLimits, type ChangeNumber, type DecisionChoices } from './search.ts';

interface FirstMonthPanelProps {
  /** As the service states it; null where it does not. */
  finetunePrice: number | null;
  unit: TokenUnit;
  centsPerMinute: number | null;
  /** Null while what is typed cannot be read. */
  replicas: number | null;
  choices: DecisionChoices;
  onChange: (change: Partial<DecisionChoices>) => void;
  onNumber: ChangeNumber;
}

/** A job's own total counts where one is chosen; without, tokens and epochs do. */
export function FirstMonthPanel(props: FirstMonthPanelProps) {
  const { finetunePrice, unit, centsPerMinute, replicas, choices, onChange, onNumber } = props;
  const jobs = useQuery(fineTunesQuery(useClient()));
  const priced = (jobs.data?.items ?? []).filter(({ total_price }) => total_price !== undefined);
  const job = priced.find(({ id }) => id === choices.ftJob);
  const priceUnit = usePriceUnit((state) => state.unit);
  const price = { price: finetunePrice, unit };
  const { training, serving, sum } = firstMonth(
    trainingOf(job, choices, priceUnit),
    price,
    centsPerMinute,
    replicas,
  );
  const figures = [
    { label: 'training', ...training },
    { label: `a month of ${replicas === 1 ? 'the machine' : `${replicas ?? '—'} replicas`}`, ...serving },
    { label: 'fine-tune and first month', ...sum },
  ];
  return (
    <section aria-label="Fine-tune and first month" className="grid gap-3 border-t border-line p-4">
      <div className="flex items-center justify-between">
        <h2 className="font-strong">Fine-tune and first month</h2>
        <HowButton what="the first month" figures={figures} />
      </div>
      {priced.length > 0 && (
        <label className="flex items-center justify-between gap-3">
          <span className="shrink-0">Job</span>
          <select
            value={job?.id ?? ''}
            onChange={(event) => onChange({ ftJob: event.currentTarget.value || null })}
            className={`${controlLook} w-full min-w-0`}
          >
            <option value="">none: by tokens</option>
            {priced.map(({ id, model_output_name: name, total_price: total }) => (
              <option key={id} value={id}>
                {name ?? id}, {jobPrice(total ?? 0, priceUnit)}
              </option>
            ))}
          </select>
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
          <NumberField
            label="Training tokens"
            value={choices.unread['ftTokens'] ?? choices.ftTokens}
            emptyText="none"
            {...decisionLimits.ftTokens}
            step={1e6}
            onValue={(value) => onNumber('ftTokens', value)}
          />
          <NumberField
            label="Epochs"
            value={choices.unread['ftEpochs'] ?? choices.ftEpochs}
            emptyText="1"
            {...decisionLimits.ftEpochs}
            onValue={(value) => onNumber('ftEpochs', value)}
          />
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

function Line({ label, value, formula }: Derived & { label: string }) {
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
  { ftTokens, ftEpochs, unread }: DecisionChoices,
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
