// A determinism check as typed: how often, with which seed, with or without logprobs; and the requests that it means.
import { create } from 'zustand';
import { readCompletionRequest, type CompletionRequest } from '#api/schema/completion-request.ts';
import { createRunSet } from '#pages/playground/labs/runs/run-set.ts';
import { parseNumber } from '#ui/number-text.ts';

/** Runs of one check. */
export const checkLimits = { min: 2, max: 32 } as const;

/** The form: numbers as typed. */
export interface CheckForm {
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
