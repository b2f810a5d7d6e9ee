// Where a fine-tune comes from and what came of it: the chain of checkpoints, its price together, its curves in one picture.
import { Link } from '@tanstack/react-router';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { inFormula } from '#pricing/derived.ts';
import { lineageOf, readOrigin } from '#pages/fine-tunes/insight/lineage.ts';

/** Whether there is anything to say. */
export function hasLineage(fineTune: FineTune, all: readonly FineTune[]): boolean {
  return readOrigin(fineTune.from_checkpoint) !== null || childrenOf(fineTune, all).length > 0;
}

/** The oldest first. */
export function Lineage({ fineTune, all }: { fineTune: FineTune; all: readonly FineTune[] }) {
  const { chain, missing, cost } = lineageOf(fineTune, all, ({ total_price: price }) => price ?? null);
  const ancestors = chain.map(({ job }) => job.id).filter((id) => id !== fineTune.id);
  const children = childrenOf(fineTune, all);
  return (
    <div className="grid gap-2">
      <ol className="grid gap-1">
        <li className="text-muted">
          {missing === null ? (chain[0]?.job.model ?? 'its base model') : `${missing}, which is not listed`}
        </li>
        {chain.map(({ job, fromStep }) => (
          <li key={job.id} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span aria-hidden="true" className="text-faint">
              ↳
            </span>
            {job.id === fineTune.id ? (
              <strong className="font-strong">{nameOf(job)}</strong>
            ) : (
              <JobLink job={job} />
            )}
            <span className="text-dense text-faint">
              {fromStep === null ? '' : `from step ${fromStep}, `}price {job.total_price ?? 'not stated'}
            </span>
          </li>
        ))}
        {children.map((child) => (
          <li key={child.id} className="flex min-w-0 flex-wrap items-baseline gap-x-2 pl-5">
            <span aria-hidden="true" className="text-faint">
              ↳
            </span>
            <JobLink job={child} />
            <span className="text-dense text-faint">goes on from this one</span>
          </li>
        ))}
      </ol>
      <p className="text-dense text-muted">
        {cost.value === null
          ? cost.formula
          : `Together ${inFormula(cost.value)}, unit not stated: ${cost.formula}`}
      </p>
      {ancestors.length > 0 && (
        <p>
          <Link
            to="/fine-tunes/$id"
            params={{ id: fineTune.id }}
            search={{ with: ancestors.join(','), x: 'wall' }}
            className="text-act hover:underline"
          >
            Draw the chain as one curve over time
          </Link>
        </p>
      )}
    </div>
  );
}

function JobLink({ job }: { job: FineTune }) {
  return (
    <Link
      to="/fine-tunes/$id"
      params={{ id: job.id }}
      className="min-w-0 text-act wrap-anywhere hover:underline"
    >
      {nameOf(job)}
    </Link>
  );
}

function childrenOf({ id }: FineTune, all: readonly FineTune[]): readonly FineTune[] {
  return all.filter(({ from_checkpoint: from }) => readOrigin(from)?.id === id);
}

function nameOf({ id, model_output_name: name }: FineTune): string {
  return name || id;
}
