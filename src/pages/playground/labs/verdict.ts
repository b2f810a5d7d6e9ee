// Determinism verdict.
import * as z from 'zod/mini';
import { readCompletionRequest, type CompletionRequest } from '#api/schema/completion-request.ts';
import '#api/schema/jitless.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { surrogateSafeEnd, wellFormed } from '#lib/unicode.ts';
import { commonLength, isPiece } from '#pages/playground/compare/first-difference.ts';
import type { Choice } from '#run/choice.ts';
import { createRequestSet } from '#run/request-set.ts';
import { isWhole, type Run } from '#run/run.ts';
import { readToken, type TokenFacts, tokenStart } from '#run/token.ts';
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
  /** The earliest. */
  readonly first: FirstDifference | null;
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
  const differences = rows.flatMap(({ comparison }) => comparison?.difference ?? []);
  const drifts = rows.flatMap(({ comparison }) => comparison?.drift?.size ?? []);
  return {
    runs: rows,
    wholeCount: whole.length,
    groups: groupSizes(whole),
    first: differences.toSorted((one, other) => one.position - other.position)[0] ?? null,
    drift: drifts.length === 0 ? null : Math.max(...drifts),
  };
}

export function describeVerdict({ runs, wholeCount, groups, first }: Verdict): string {
  const of = wholeCount === runs.length ? `${wholeCount} runs` : `${wholeCount} of ${runs.length} runs`;
  if (wholeCount === 0) return 'No run has completed.';
  if (wholeCount === 1)
    return `One run of ${runs.length} has completed: there is nothing to compare it with.`;
  if (first === null) {
    const choice = runs.find((each) => each.choice !== null)?.choice;
    const same =
      choice && !choice.isInPieces && choice.answerTokenCount > 1
        ? `all ${choice.answerTokenCount} tokens are`
        : 'the text is';
    return `Identical across ${of}: ${same} the same.`;
  }
  const sizes = groups.map((size) => `${size}×`).join(', ');
  return `${groups.length} different answers across ${of} (${sizes}); first difference at ${first.unit} ${first.position + 1}.`;
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
const CheckForm = z.object({
  count: z.string(),
  /** Null: the draft's seed. */
  seed: z.nullable(z.string()),
  withLogprobs: z.boolean(),
});
type CheckForm = z.infer<typeof CheckForm>;

export const useCheckForm = createStoredForm('inferdeck.determinism', CheckForm, {
  count: '5',
  seed: null,
  withLogprobs: true,
});

export const checkRuns = createRequestSet({ key: 'lab determinism', schema: z.object({}) });

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
    return 'Without a seed, runs differ randomly: enter one, or set temperature to 0 in Write.';
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

interface FirstDifference {
  /** From 0. */
  readonly position: number;
  /** Characters where tokens are unknown. */
  readonly unit: 'token' | 'character';
  /** In the first answer; at most 60 characters. */
  readonly before: string;
  /** Null where that answer had ended. Text at most 60 characters where tokens are unknown. */
  readonly one: DifferentText | null;
  readonly other: DifferentText | null;
}

export type DifferentText = Pick<TokenFacts, 'text' | 'logprob'>;

export interface ChoiceComparison {
  /** Null if all tokens are equal. */
  readonly difference: FirstDifference | null;
  /** Largest |Δ logprob| over the common beginning; null without logprobs in both. */
  readonly drift: { readonly size: number; readonly token: number } | null;
}

const contextLength = 60;

/** Ignores echoed prompts. Compares token ids, texts where ids are missing, characters where tokens are unknown. */
export function compareChoices(one: Choice, other: Choice): ChoiceComparison {
  const [from, otherFrom] = [one.promptTokenCount, other.promptTokenCount];
  const shared = Math.min(one.answerTokenCount, other.answerTokenCount);
  let drift: ChoiceComparison['drift'] = null;
  for (let token = 0; token < shared; token += 1) {
    const [at, otherAt] = [from + token, otherFrom + token];
    if (isPiece(one, at) || isPiece(other, otherAt)) return { difference: textDifference(one, other), drift };
    if (!isSameToken(one, at, other, otherAt)) return { difference: differenceAt(one, other, token), drift };
    const size = Math.abs(one.logprobs.at(at) - other.logprobs.at(otherAt));
    if (Number.isFinite(size) && size > (drift?.size ?? -1)) drift = { size, token };
  }
  const isSame = one.answerTokenCount === other.answerTokenCount;
  return { difference: isSame ? null : differenceAt(one, other, shared), drift };
}

function isSameToken(one: Choice, at: number, other: Choice, otherAt: number): boolean {
  const [id, otherId] = [one.ids.at(at), other.ids.at(otherAt)];
  if (!Number.isNaN(id) && !Number.isNaN(otherId)) return id === otherId;
  return readToken(one, at).text === readToken(other, otherAt).text;
}

function textDifference({ answer: one }: Choice, { answer: other }: Choice): FirstDifference | null {
  if (one === other) return null;
  const position = surrogateSafeEnd(one, commonLength(one, other));
  const [rest = null, otherRest = null] = [one, other].map((text) =>
    position === text.length
      ? null
      : { text: wellFormed(text.slice(position, position + contextLength)), logprob: null },
  );
  const before = one.slice(Math.max(0, position - contextLength), position);
  return { position, unit: 'character', before, one: rest, other: otherRest };
}

function differenceAt(one: Choice, other: Choice, token: number): FirstDifference {
  const [at, otherAt] = [one.promptTokenCount + token, other.promptTokenCount + token];
  const start = at < one.tokenCount ? tokenStart(one, at) : one.text.length;
  return {
    position: token,
    unit: 'token',
    before: one.text.slice(Math.max(0, start - contextLength), start),
    one: at < one.tokenCount ? readToken(one, at) : null,
    other: otherAt < other.tokenCount ? readToken(other, otherAt) : null,
  };
}
