// Figures of a parameter grid cell.
import { quotedCell } from '#lib/csv.ts';
import { formatCounted, formatFixed, formatLeast, formatPerplexity, noValue } from '#lib/format.ts';
import { wellFormed } from '#lib/unicode.ts';
import type { Choice } from '#run/choice.ts';
import { countReasons } from '#run/finish-words.ts';
import { formatLogprob } from '#run/format-share.ts';
import { isWhole, type Run } from '#run/run.ts';
import { toVisible } from '#ui/visible-text.ts';
import type { GridPlan } from './parameter-grid.ts';

/** Null is unknown, never zero. */
export interface CellFigures {
  readonly choices: number;
  /** Of whole choices: a cut one may differ only in its rest. */
  readonly distinct: number | null;
  /** Per token, valid ones only. */
  readonly meanLogprob: number | null;
  readonly perplexity: number | null;
  /** Of finished choices; unknown where an event may hold several. */
  readonly meanTokens: number | null;
  /** By finish reason, as sent. */
  readonly finishes: ReadonlyMap<string, number>;
}

export const cellMeasures = ['distinct', 'perplexity', 'meanLogprob', 'meanTokens'] as const;

export type CellMeasure = (typeof cellMeasures)[number];

/** Cached for ended runs. */
export function figuresOf(run: Run): CellFigures {
  const known = ended.get(run);
  if (known) return known;
  const figures = readFigures(run);
  if (run.state.phase === 'ended') ended.set(run, figures);
  return figures;
}

const ended = new WeakMap<Run, CellFigures>();

/** Without an echoed prompt. */
function textsOf({ recording }: Run): readonly { readonly choice: Choice; readonly text: string }[] {
  return recording.sortedChoices.map((choice) => ({ choice, text: choice.answer }));
}

function readFigures(run: Run): CellFigures {
  const texts = textsOf(run);
  const finished = texts.filter(({ choice }) => choice.finishReason !== null);
  const { state } = run;
  const isOver = state.phase === 'ended' && (isWhole(state.endState) || finished.length === texts.length);
  let sum = 0;
  let count = 0;
  let tokens = 0;
  for (const { choice } of texts) {
    sum -= choice.surprise.sum;
    count += choice.surprise.count;
    if (choice.finishReason !== null) tokens += choice.answerTokenCount;
  }
  return {
    choices: texts.length,
    distinct: isOver && texts.length > 0 ? new Set(texts.map(({ text }) => text)).size : null,
    meanLogprob: count === 0 ? null : sum / count,
    perplexity: count === 0 ? null : Math.exp(-sum / count),
    meanTokens:
      finished.length === 0 || finished.some(({ choice }) => choice.isInPieces)
        ? null
        : tokens / finished.length,
    finishes: countReasons(texts.map(({ choice }) => choice)),
  };
}

/** A mean of tokens has tenths, too. */
export function formatMeasure(value: number | null, measure: Exclude<CellMeasure, 'distinct'>): string {
  if (value === null) return noValue;
  if (measure === 'meanTokens') return `${formatFixed(value, 1, 0)} ${value === 1 ? 'token' : 'tokens'}`;
  return measure === 'perplexity' ? formatPerplexity(value) : formatLogprob(value);
}

interface FoldedText {
  readonly text: string;
  readonly count: number;
  readonly length: string;
  readonly finishes: ReadonlySet<string>;
}

/** Merges equal texts; the most frequent first. */
export function foldedTexts(run: Run): readonly FoldedText[] {
  const folded = new Map<string, FoldedText>();
  for (const { choice, text } of textsOf(run)) {
    const { count = 0, finishes } = folded.get(text) ?? {};
    folded.set(text, {
      text,
      count: count + 1,
      length: formatLeast(formatCounted(choice.answerTokenCount, 'token'), choice.isInPieces),
      finishes: new Set(finishes).add(choice.finishReason ?? 'not finished'),
    });
  }
  return [...folded.values()].toSorted((one, other) => other.count - one.count);
}

/** Full precision; unknown values are empty. */
export function gridCsv(plan: GridPlan, runs: readonly Run[]): string {
  const head = [
    plan.down.parameter,
    plan.across.parameter,
    'state',
    'choice',
    'tokens',
    'finish_reason',
    'cell_distinct',
    'cell_mean_logprob',
    'cell_perplexity',
    'cell_mean_tokens',
    'text',
  ];
  const rows = runs.flatMap((run) => linesOf(plan, run));
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function linesOf(plan: GridPlan, run: Run): readonly (readonly string[])[] {
  const { distinct, meanLogprob, perplexity, meanTokens } = figuresOf(run);
  const state = run.state.phase === 'ended' ? run.state.endState : run.state.phase;
  const cell = [run.request[plan.down.parameter], run.request[plan.across.parameter]].map(numberCell);
  const figures = [distinct, meanLogprob, perplexity, meanTokens].map(numberCell);
  const texts = textsOf(run);
  if (texts.length === 0) return [[...cell, state, '', '', '', ...figures, '']];
  return texts.map(({ choice, text }) =>
    cell.concat(
      state,
      String(choice.index),
      choice.isInPieces ? '' : String(choice.answerTokenCount),
      quotedCell(choice.finishReason ?? ''),
      figures,
      quotedCell(toVisible(wellFormed(text))),
    ),
  );
}

function numberCell(value: number | null | undefined): string {
  return String(value ?? '');
}

/** Opacity of a neutral tint, percent. */
const strongest = 55;

/**
 * Surprise uses an absolute scale, so that grids compare; other measures run from the grid's minimum to its
 * maximum. Transparent if unknown or all equal.
 */
export function cellTint(value: number | null, measure: CellMeasure, all: readonly number[]): string {
  if (value === null) return 'transparent';
  if (measure === 'perplexity' || measure === 'meanLogprob') {
    const surprise = measure === 'perplexity' ? Math.log(value) : -value;
    const stop = emberBorders.filter((border) => surprise >= border).length;
    return stop === 0 ? 'transparent' : `var(--ember-${stop})`;
  }
  const least = Math.min(...all);
  const most = Math.max(...all);
  if (most === least) return 'transparent';
  const share = (value - least) / (most - least);
  return `color-mix(in oklab, var(--faint) ${Math.round(share * strongest)}%, var(--panel))`;
}

/** Lower bounds of the heat stops, mean surprise in nats. */
const emberBorders = [0.9, 0.6, 0.35, 0.2, 0.1, 0.03].map((probability) => -Math.log(probability));
