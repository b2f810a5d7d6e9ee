// What a determinism check found: which runs gave the same answer, and where each of the others parts from the first.
import { create } from 'zustand';
import { readCompletionRequest, type CompletionRequest } from '#api/schema/completion-request.ts';
import { compareLanes, type LaneComparison } from './compare-choices.ts';
import { createRunSet } from './run-set.ts';
import type { Choice } from '#run/choice.ts';
import { isWhole, type Run } from '#run/run.ts';
import { parseNumber } from '#ui/number-text.ts';

/** One run beside the first whole one. */
export interface RunVerdict {
  readonly run: Run;
  /** Null for a run that is not whole (yet), and for the first. */
  readonly comparison: LaneComparison | null;
  readonly lane: Choice | null;
}

/** All runs of a check. */
interface Verdict {
  readonly runs: readonly RunVerdict[];
  /** Runs that received everything; only these are compared. */
  readonly wholeCount: number;
  /** Sizes of the groups of equal answers, the largest first. */
  readonly groups: readonly number[];
  /** The earliest position at which a run parts from the first; null where none does. */
  readonly firstDifferent: number | null;
  /** Largest |Δ logprob| at equal tokens, over all runs; null where no logprobs received. */
  readonly drift: number | null;
}

/** Compares every whole run with the first whole one. Costs as much as the answers are long. */
export function verdictOf(runs: readonly Run[]): Verdict {
  const lanes = runs.map(wholeLane);
  const first = lanes.find((lane) => lane !== null) ?? null;
  const rows = runs.map((run, position): RunVerdict => {
    const lane = lanes[position] ?? null;
    const comparison = lane === null || first === null || lane === first ? null : compareLanes(first, lane);
    return { run, lane, comparison };
  });
  const whole = lanes.filter((lane) => lane !== null);
  const differences = rows.flatMap(({ comparison }) => comparison?.difference?.token ?? []);
  const drifts = rows.flatMap(({ comparison }) => comparison?.drift?.size ?? []);
  return {
    runs: rows,
    wholeCount: whole.length,
    groups: groupSizes(whole),
    firstDifferent: differences.length === 0 ? null : Math.min(...differences),
    drift: drifts.length === 0 ? null : Math.max(...drifts),
  };
}

/** The verdict as one sentence, with its counts. */
export function describeVerdict({ runs, wholeCount, groups, firstDifferent }: Verdict): string {
  const of = wholeCount === runs.length ? `${wholeCount} runs` : `${wholeCount} of ${runs.length} runs`;
  if (wholeCount === 0) return 'No run has completed yet.';
  if (wholeCount === 1)
    return `One run of ${runs.length} has completed: there is nothing to compare it with.`;
  if (firstDifferent === null) {
    const tokens = runs.find(({ lane }) => lane !== null)?.lane?.answerTokenCount ?? 0;
    return `Identical across ${of}: all ${tokens} tokens are the same.`;
  }
  const sizes = groups.map((size) => `${size}×`).join(', ');
  return `${groups.length} different answers across ${of} (${sizes}); the first difference is at token ${firstDifferent + 1}.`;
}

function wholeLane({ state, recording }: Run): Choice | null {
  if (state.phase !== 'ended' || !isWhole(state.endState)) return null;
  return recording.lanes.get(0) ?? null;
}

function groupSizes(lanes: readonly Choice[]): readonly number[] {
  const groups: { readonly lane: Choice; count: number }[] = [];
  for (const lane of lanes) {
    const group = groups.find((each) => compareLanes(each.lane, lane).difference === null);
    if (group) group.count += 1;
    else groups.push({ lane, count: 1 });
  }
  return groups.map(({ count }) => count).toSorted((one, other) => other - one);
}

/** Runs of one check. */
export const checkLimits = { min: 2, max: 32 } as const;

/** The form: numbers as typed. */
interface CheckForm {
  readonly count: string;
  /** Null until a person changes it: then it is the draft's. */
  readonly seed: string | null;
  readonly withLogprobs: boolean;
}

/** Kept while the view is left. */
export const useCheckForm = create<CheckForm>(() => ({ count: '5', seed: null, withLogprobs: true }));

/** The newest check. */
export const checkRuns = createRunSet<{ readonly request: CompletionRequest }>(
  {},
  { set: 'lab determinism', parse: readPlan },
);

function readPlan(head: unknown): { readonly request: CompletionRequest } | null {
  if (typeof head !== 'object' || head === null || !('request' in head)) return null;
  const reading = readCompletionRequest(head.request);
  return reading.ok ? { request: reading.request } : null;
}

/** The same request several times, with one choice each; or a sentence with what is wrong. */
export function checkRequests(
  draft: CompletionRequest,
  { count, withLogprobs }: CheckForm,
  seedText: string,
): readonly CompletionRequest[] | string {
  const runs = parseNumber(count) ?? null;
  if (runs === null || !Number.isInteger(runs) || runs < checkLimits.min || runs > checkLimits.max) {
    return `The count of runs must be a whole number from ${checkLimits.min} to ${checkLimits.max}.`;
  }
  const seed = parseNumber(seedText);
  if (seed === undefined) return `The seed “${seedText}” is not a number.`;
  if (seed === null && draft.temperature !== 0) {
    return 'Without a seed the runs may differ by chance: enter one, or set temperature to 0.';
  }
  const { n: _, seed: __, ...rest } = draft;
  const reading = readCompletionRequest({
    ...rest,
    ...(seed !== null && { seed }),
    ...(withLogprobs && { logprobs: 1 }),
  });
  if (!reading.ok) return reading.message;
  return Array.from({ length: runs }, () => reading.request);
}
