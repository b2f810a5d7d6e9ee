// The figures of one cell of a field: what its choices have in common and how they differ.
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';

/** Null is "not known", never zero. */
export interface CellFigures {
  /** Choices that brought anything. */
  readonly choices: number;
  /** Different texts among the choices that have finished. */
  readonly distinct: number | null;
  /** Mean logprob of a token, over all choices; what no probability has is left out. */
  readonly meanLogprob: number | null;
  readonly perplexity: number | null;
  /** Mean count of tokens of the choices that have finished. */
  readonly meanTokens: number | null;
  /** Choices by the reason of their finish, as sent. */
  readonly finishes: ReadonlyMap<string, number>;
}

/** The measures that can tint the grid. */
export const cellMeasures = ['distinct', 'perplexity', 'meanLogprob', 'meanTokens'] as const;

/** One of them. */
export type CellMeasure = (typeof cellMeasures)[number];

/** Figures of an ended run never change and are reckoned once. */
export function figuresOf(run: Run): CellFigures {
  const known = ended.get(run);
  if (known) return known;
  const figures = readFigures(run);
  if (run.state.phase === 'ended') ended.set(run, figures);
  return figures;
}

const ended = new WeakMap<Run, CellFigures>();

/** The texts of a cell, by choice, without an echoed prompt. */
export function textsOf({ recording }: Run): readonly { readonly lane: Choice; readonly text: string }[] {
  return [...recording.lanes.values()]
    .toSorted((one, other) => one.index - other.index)
    .map((lane) => ({ lane, text: lane.text.slice(lane.promptLength, lane.text.length) }));
}

function readFigures(run: Run): CellFigures {
  const texts = textsOf(run);
  const finished = texts.filter(({ lane }) => lane.finishReason !== null);
  const finishes = new Map<string, number>();
  let sum = 0;
  let count = 0;
  let tokens = 0;
  for (const { lane } of texts) {
    sum -= lane.surprise.sum;
    count += lane.surprise.count;
    if (lane.finishReason === null) continue;
    tokens += lane.answerTokenCount;
    finishes.set(lane.finishReason, (finishes.get(lane.finishReason) ?? 0) + 1);
  }
  return {
    choices: texts.length,
    distinct: finished.length === 0 ? null : new Set(finished.map(({ text }) => text)).size,
    meanLogprob: count === 0 ? null : sum / count,
    perplexity: count === 0 ? null : Math.exp(-sum / count),
    meanTokens: finished.length === 0 ? null : tokens / finished.length,
    finishes,
  };
}
