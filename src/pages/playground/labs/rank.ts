// Candidate answers by how likely they are behind a prompt, by any of four measures.
import { fromVisible, toVisible } from '#ui/visible-text.ts';
import { type Scoring, scoreBehind, whyLeftOut, type SpanScore } from './score.ts';

/** The measures, all in nats; higher is likelier. */
export const measures = ['sum', 'perToken', 'perCharacter', 'pmi'] as const;

/** One of them. */
export type Measure = (typeof measures)[number];

/** An answer with its measures; null is "not known", and −∞ is a token that the service calls impossible. */
export interface RankedAnswer extends Readonly<Record<Measure, number | null>> {
  readonly answer: string;
  /** Tokens that count; null while it has no score. */
  readonly tokens: number | null;
  /** What a person should know of these figures: why one is missing, or what is not in them. */
  readonly notes: readonly string[];
}

/** A text whose end is an answer, and its scoring; null while there is none. */
export interface ScoredBehind {
  readonly prefix: string;
  readonly scoring: Scoring | null;
}

/**
 * Measures one answer. PMI is what the prompt adds: the answer's sum behind the prompt less its sum behind a neutral
 * prefix, over the same tokens' text.
 * @param neutral null where no neutral prefix was asked for
 */
export function rankAnswer(answer: string, behind: ScoredBehind, neutral: ScoredBehind | null): RankedAnswer {
  const own = partOf(behind);
  const plain = neutral && partOf(neutral);
  const { sum, counted } = own;
  const isSame = plain !== null && plain.counted === counted;
  return {
    answer,
    tokens: own.span?.count ?? null,
    // A sum that lacks tokens would be taken for that of a likelier answer.
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

/** Highest first, or lowest first; what is not known comes last in both, and ties keep their order. */
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
  /** The text of the tokens that count. */
  readonly counted: string;
  /** Whether every token of the part has a logprob. */
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
      : [`“${span.straddling.text}” is one token across the border, so its part is not counted.`]),
    ...(missing + positive === 0
      ? []
      : [
          `No sum: ${missing + positive} of its tokens have no usable logprob. The other figures cover the rest.`,
        ]),
    ...(scoring.doubt === null ? [] : [scoring.doubt]),
    ...(impossible === 0 ? [] : ['The service reports −∞ for one of its tokens.']),
  ];
  const sum = impossible > 0 ? Number.NEGATIVE_INFINITY : span.sum;
  const counted = span.tokens.filter(({ logprob }) => whyLeftOut(logprob) === null);
  return {
    span,
    sum: span.count === 0 && impossible === 0 ? null : sum,
    counted: counted.map(({ text }) => text).join(''),
    isWhole: missing + positive === 0,
    notes,
  };
}

/** −∞ less −∞ says nothing. */
function difference(one: number, other: number): number | null {
  const result = one - other;
  return Number.isNaN(result) ? null : result;
}

/** Candidates, and how many lines said one again. */
interface Candidates {
  readonly answers: readonly string[];
  readonly repeated: number;
}

/** A line is one answer, with its spaces; empty lines are none, and what is there twice is scored once. */
export function readCandidates(typed: string): Candidates {
  const lines = typed.split('\n').filter((line) => line !== '');
  const answers = [...new Set(lines.map(fromVisible))];
  return { answers, repeated: lines.length - answers.length };
}

/** The lines that read back as these answers; empty ones and repetitions are left out. */
export function writeCandidates(answers: readonly string[]): string {
  return [...new Set(answers)]
    .filter((answer) => answer !== '')
    .map(toVisible)
    .join('\n');
}
