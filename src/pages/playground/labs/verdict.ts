// Determinism verdict.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { create } from 'zustand';
import { readCompletionRequest, type CompletionRequest } from '#api/schema/completion-request.ts';
import { compareChoices, type ChoiceComparison } from './compare-choices.ts';
import { createRunSet } from './run-set.ts';
import type { Choice } from '#run/choice.ts';
import { isWhole, type Run } from '#run/run.ts';
import { parseNumber } from '#ui/number-text.ts';

/** Against the first complete run. */
export interface RunVerdict {
  readonly run: Run;
  /** Null, too, for the first run. */
  readonly comparison: ChoiceComparison | null;
  readonly choice: Choice | null;
}

interface Verdict {
  readonly runs: readonly RunVerdict[];
  /** Only complete runs are compared. */
  readonly wholeCount: number;
  /** Sizes of equal groups, largest first. */
  readonly groups: readonly number[];
  /** Earliest position. */
  readonly firstDifferent: number | null;
  /** Largest |Δ logprob| at equal tokens over all runs. */
  readonly drift: number | null;
}

/** Linear in the length of the answers. */
export function verdictOf(runs: readonly Run[]): Verdict {
  const choices = runs.map(wholeChoice);
  const first = choices.find((choice) => choice !== null) ?? null;
  const rows = runs.map((run, position): RunVerdict => {
    const choice = choices[position] ?? null;
    const comparison =
      choice === null || first === null || choice === first ? null : compareChoices(first, choice);
    return { run, choice, comparison };
  });
  const whole = choices.filter((choice) => choice !== null);
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

export function describeVerdict({ runs, wholeCount, groups, firstDifferent }: Verdict): string {
  const of = wholeCount === runs.length ? `${wholeCount} runs` : `${wholeCount} of ${runs.length} runs`;
  if (wholeCount === 0) return 'No run has completed yet.';
  if (wholeCount === 1)
    return `One run of ${runs.length} has completed: there is nothing to compare it with.`;
  if (firstDifferent === null) {
    const tokens = runs.find(({ choice }) => choice !== null)?.choice?.answerTokenCount ?? 0;
    return `Identical across ${of}: all ${tokens} tokens are the same.`;
  }
  const sizes = groups.map((size) => `${size}×`).join(', ');
  return `${groups.length} different answers across ${of} (${sizes}); first difference at token ${firstDifferent + 1}.`;
}

function wholeChoice({ state, recording }: Run): Choice | null {
  if (state.phase !== 'ended' || !isWhole(state.endState)) return null;
  return recording.choices.get(0) ?? null;
}

function groupSizes(choices: readonly Choice[]): readonly number[] {
  const groups: { readonly choice: Choice; count: number }[] = [];
  for (const choice of choices) {
    const group = groups.find((each) => compareChoices(each.choice, choice).difference === null);
    if (group) group.count += 1;
    else groups.push({ choice, count: 1 });
  }
  return groups.map(({ count }) => count).toSorted((one, other) => other - one);
}

export const checkLimits = { min: 2, max: 32 } as const;

/** Numbers as typed. */
interface CheckForm {
  readonly count: string;
  /** Null: the draft's seed. */
  readonly seed: string | null;
  readonly withLogprobs: boolean;
}

export const useCheckForm = create<CheckForm>(() => ({ count: '5', seed: null, withLogprobs: true }));

export const checkRuns = createRunSet('lab determinism', z.object({}));

/** One choice each, or an error sentence. */
export function checkRequests(
  draft: CompletionRequest,
  { count, withLogprobs }: CheckForm,
  seedText: string,
): readonly CompletionRequest[] | string {
  const runs = parseNumber(count) ?? null;
  if (runs === null || !Number.isInteger(runs) || runs < checkLimits.min || runs > checkLimits.max) {
    return `The run count must be a whole number from ${checkLimits.min} to ${checkLimits.max}.`;
  }
  const seed = parseNumber(seedText);
  if (seed === undefined) return `The seed “${seedText}” is not a number.`;
  if (seed === null && draft.temperature !== 0) {
    return 'Without a seed, runs differ randomly: enter one or set temperature to 0.';
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
