// Lineage view: checkpoint chain, total price, combined curves.
import { Link, useSearch } from 'wouter';
import { fineTuneName } from '#api/fine-tune-status.ts';
import { addressOf, paths, readSearch } from '#lib/address.ts';
import { formatCount } from '#lib/format.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { goToPart } from '#pages/fine-tunes/Section.tsx';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { paidFor, type Price } from './CostPart.tsx';
import { lineageOf, parentOf, readOrigin, type LineageLink } from './lineage.ts';
import { currentStep, totalSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { PriceUnitButton } from '#pricing/UnitPicker.tsx';
import { inFormula, formatDollars } from '#pricing/money.ts';
import { usePriceOf } from './use-readings.ts';

export function hasLineage(fineTune: FineTune, all: readonly FineTune[]): boolean {
  return readOrigin(fineTune.from_checkpoint) !== null || childrenOf(fineTune, all).length > 0;
}

/** Oldest first. */
export function Lineage({ fineTune, all }: { fineTune: FineTune; all: readonly FineTune[] }) {
  const query = useSearch();
  const wholePriceOf = usePriceOf();
  const priceOf = (job: FineTune) => {
    const facts = { record: job, events: job.events ?? [], curves: noCurves };
    return paidFor(wholePriceOf(job), job, currentStep(facts), totalSteps(facts));
  };
  const { unit } = priceOf(fineTune);
  const { chain, missing, cost } = lineageOf(fineTune, all, (job) => {
    const price = priceOf(job);
    return price.unit === unit ? price.total.value : null;
  });
  const sums = sumsOf(chain, priceOf, unit);
  const ancestors = chain.map(({ job }) => job.id).filter((id) => id !== fineTune.id);
  const children = childrenOf(fineTune, all);
  return (
    <div className="grid gap-2">
      <ol className="grid gap-1">
        <li className="text-muted">
          {missing === null ? (chain[0]?.job.model ?? 'its base model') : `${missing}, which is not listed`}
        </li>
        {chain.map(({ job, fromStep }, index) => (
          <li key={job.id} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span aria-hidden="true" className="text-faint">
              ↳
            </span>
            {job.id === fineTune.id ? (
              <strong className="font-strong">{fineTuneName(job)}</strong>
            ) : (
              <JobLink job={job} />
            )}
            <span className="text-dense text-faint">
              {fromStep === null ? '' : `from step ${formatCount(fromStep)}, `}
              {priceWords(priceOf(job))}
              {index > 0 &&
                missing === null &&
                (sums[index] ?? null) !== null &&
                `, ${amount(sums[index] ?? 0, unit)} together`}
            </span>
          </li>
        ))}
        {children.map((child) => (
          <li key={child.id} className="flex min-w-0 flex-wrap items-baseline gap-x-2 pl-5">
            <span aria-hidden="true" className="text-faint">
              ↳
            </span>
            <JobLink job={child} />
            <span className="text-dense text-faint">continues from this one</span>
          </li>
        ))}
      </ol>
      {cost.value !== null && (
        <p className="flex flex-wrap items-center gap-x-2 text-dense text-muted">
          {`Together ${amount(cost.value, unit)}${unit === 'dollars' ? '' : ', unit unknown'}: ${cost.formula}`}
          {unit === 'as sent' && <PriceUnitButton>Choose the unit</PriceUnitButton>}
        </p>
      )}
      {ancestors.length > 0 && (
        <p>
          <Link
            href={addressOf(paths.fineTune(fineTune.id), { ...readSearch(query), chain: 'on' })}
            onClick={() => goToPart('Curves')}
            className="text-act hover:underline"
          >
            Show the chain as one curve
          </Link>
        </p>
      )}
    </div>
  );
}

function JobLink({ job }: { job: FineTune }) {
  return (
    <Link href={paths.fineTune(job.id)} className="min-w-0 text-act wrap-anywhere hover:underline">
      {fineTuneName(job)}
    </Link>
  );
}

function childrenOf({ id }: FineTune, all: readonly FineTune[]): readonly FineTune[] {
  return all.filter((each) => parentOf(each, all)?.job?.id === id);
}

function amount(value: number, unit: Price['unit']): string {
  return unit === 'dollars' ? formatDollars(value) : inFormula(value);
}

function priceWords({ unit, total }: Price): string {
  return total.value === null ? 'price unknown' : `price ${amount(total.value, unit)}`;
}

/** Null from the first unknown price on. */
function sumsOf(
  chain: readonly LineageLink[],
  priceOf: (job: FineTune) => Price,
  unit: Price['unit'],
): readonly (number | null)[] {
  let sum: number | null = 0;
  return chain.map(({ job }) => {
    const price = priceOf(job);
    sum = sum === null || price.unit !== unit || price.total.value === null ? null : sum + price.total.value;
    return sum;
  });
}
