// Ranking of candidate answers by likelihood.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { countedText, scoreBehind, type Scoring, type SpanScore } from '#run/echo-score.ts';
import { createRequestSet } from '#run/request-set.ts';
import { fromVisible, toVisible } from '#ui/visible-text.ts';

/** Nats; higher is more likely. */
export const measures = ['sum', 'perToken', 'perCharacter', 'pmi'] as const;

export type Measure = (typeof measures)[number];

/** Null is unknown; −∞: a token of probability zero. */
export interface RankedAnswer extends Readonly<Record<Measure, number | null>> {
  readonly answer: string;
  /** Counted ones. */
  readonly tokens: number | null;
  readonly notes: readonly string[];
}

export interface ScoredBehind {
  readonly prefix: string;
  readonly scoring: Scoring | null;
}

/** PMI: sum after the prompt minus sum after a neutral prefix, over the same text. */
export function rankAnswer(answer: string, behind: ScoredBehind, neutral: ScoredBehind | null): RankedAnswer {
  const own = partOf(behind);
  const plain = neutral && partOf(neutral);
  const { sum, counted } = own;
  const isSame = plain !== null && plain.counted === counted;
  return {
    answer,
    tokens: own.span?.count ?? null,
    // Missing tokens would make it look more likely.
    sum: own.isWhole ? sum : null,
    perToken: sum === null || own.span === null ? null : sum / own.span.count,
    perCharacter: sum === null ? null : sum / Array.from(counted).length,
    pmi: isSame && sum !== null && plain.sum !== null ? difference(sum, plain.sum) : null,
    notes: [
      ...own.notes,
      ...(plain?.notes ?? []).map((note) => `After the neutral prefix: ${note}`),
      ...(plain !== null && plain.sum !== null && sum !== null && !isSame
        ? ['No PMI: after the neutral prefix, different parts of the answer are scored.']
        : []),
    ],
  };
}

/** Unknown values come last in both orders. */
export function sortAnswers(
  answers: readonly RankedAnswer[],
  measure: Measure,
  isDescending: boolean,
): readonly RankedAnswer[] {
  const sign = isDescending ? -1 : 1;
  return answers.toSorted((one, other) => {
    const first = one[measure];
    const second = other[measure];
    if (first === second) return 0;
    if (first === null) return 1;
    if (second === null) return -1;
    return first < second ? -sign : sign;
  });
}

interface AnswerPart {
  readonly span: SpanScore | null;
  readonly sum: number | null;
  /** Text of the counted tokens. */
  readonly counted: string;
  /** Every token has a logprob. */
  readonly isWhole: boolean;
  readonly notes: readonly string[];
}

function partOf({ prefix, scoring }: ScoredBehind): AnswerPart {
  if (scoring === null || !scoring.ok) {
    const notes = scoring === null ? [] : [scoring.message];
    return { span: null, sum: null, counted: '', isWhole: false, notes };
  }
  const span = scoreBehind(scoring.score, prefix.length);
  const { missing, positive, impossible } = span.leftOut;
  const notes = [
    ...(span.straddling === null
      ? []
      : [`“${span.straddling.text}” spans prompt and answer, so it is not counted.`]),
    ...(missing + positive === 0
      ? []
      : [
          `No sum: ${missing + positive} of its tokens have no usable logprob. The other figures cover the rest.`,
        ]),
    ...(scoring.doubt === null ? [] : [scoring.doubt]),
    ...(impossible === 0 ? [] : ['The service reports −∞ for one of its tokens.']),
  ];
  const sum = impossible > 0 ? Number.NEGATIVE_INFINITY : span.sum;
  return {
    span,
    sum: span.count === 0 && impossible === 0 ? null : sum,
    counted: countedText(span),
    isWhole: missing + positive === 0,
    notes,
  };
}

/** −∞ minus −∞ is unknown. */
function difference(one: number, other: number): number | null {
  const result = one - other;
  return Number.isNaN(result) ? null : result;
}

interface Candidates {
  readonly answers: readonly string[];
  readonly repeated: number;
}

/** One per line, untrimmed; drops blank lines and duplicates. */
export function readCandidates(typed: string): Candidates {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  const answers = [...new Set(lines.map(fromVisible))];
  return { answers, repeated: lines.length - answers.length };
}

/** Inverse of `readCandidates`. */
export function writeCandidates(answers: readonly string[]): string {
  return [...new Set(answers)]
    .filter((answer) => answer !== '')
    .map(toVisible)
    .join('\n');
}

/** Texts as typed, with escapes; the order of the result. */
export const useRankingForm = createStoredForm(
  'inferdeck.ranking',
  z.object({
    answers: z.string(),
    neutral: z.string(),
    by: z._default(z.enum(measures), 'sum'),
    isDescending: z._default(z.boolean(), true),
  }),
  { answers: '', neutral: 'Answer:', by: 'sum', isDescending: true },
);

/** Requests: every answer after the prompt, then after the neutral prefix. */
const RankingPlan = z.object({
  prompt: z.string(),
  answers: z.readonly(z.array(z.string())),
  /** Empty: no PMI. */
  neutral: z.string(),
});

export type RankingPlan = z.infer<typeof RankingPlan>;

export const rankingRuns = createRequestSet({ key: 'lab ranking', schema: RankingPlan });
