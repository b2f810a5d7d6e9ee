// Where a job comes from: the jobs that it was started from, back to the first, and what they cost together.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { inFormula, unknown, type Derived } from '#pricing/money.ts';

/** The chain of a job. */
export interface Lineage {
  /** From the first ancestor to the job itself. */
  readonly chain: readonly LineageLink[];
  /** What the first one was started from when that is not listed; null where the chain is whole. */
  readonly missing: string | null;
  /** All of the chain together, in the unit of `costOf`. */
  readonly cost: Derived;
}

/** A job of the chain. */
export interface LineageLink {
  readonly job: FineTune;
  /** The step of the job before at which this one was started; null where that was its end, or it is the first. */
  readonly fromStep: number | null;
}

/** @param costOf what a job costs in all; null where unknown, and then the sum is, too */
export function lineageOf(
  job: FineTune,
  all: readonly FineTune[],
  costOf: (job: FineTune) => number | null,
): Lineage {
  const byId = new Map(all.map((each) => [each.id, each]));
  const chain: LineageLink[] = [];
  const seen = new Set<string>();
  let current = job;
  let missing: string | null = null;
  while (!seen.has(current.id)) {
    seen.add(current.id);
    const origin = readOrigin(current.from_checkpoint);
    chain.unshift({ job: current, fromStep: origin?.step ?? null });
    if (origin === null) break;
    const before = byId.get(origin.id) ?? all.find(({ model_output_name: name }) => name === origin.id);
    if (before === undefined || seen.has(before.id)) {
      missing = current.from_checkpoint ?? null;
      break;
    }
    current = before;
  }
  return { chain, missing, cost: sumOf(chain, costOf, missing) };
}

/** `ft-1:120` is step 120 of ft-1, `ft-1` its end. Null where a job was started from its base model. */
export function readOrigin(
  fromCheckpoint: string | undefined,
): { readonly id: string; readonly step: number | null } | null {
  const written = fromCheckpoint?.trim() ?? '';
  if (written === '') return null;
  const [, id = written, step] = /^(.*):(\d+)$/.exec(written) ?? [];
  return { id, step: step === undefined ? null : Number(step) };
}

function sumOf(
  chain: readonly LineageLink[],
  costOf: (job: FineTune) => number | null,
  missing: string | null,
): Derived {
  if (missing !== null) return unknown(`${missing} is not listed, so what came before is not known.`);
  const costs = chain.map(({ job }) => ({ id: job.id, cost: costOf(job) }));
  const unpriced = costs.find(({ cost }) => cost === null);
  if (unpriced !== undefined) return unknown(`The cost of ${unpriced.id} is not known.`);
  const value = costs.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  return {
    value,
    formula: `${costs.map(({ cost }) => inFormula(cost ?? 0)).join(' + ')} = ${inFormula(value)}`,
  };
}
