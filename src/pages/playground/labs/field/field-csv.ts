// A field as CSV (RFC 4180): a line a choice, with the values of its cell.
import { quotedCell } from '#lib/csv.ts';
import { wellFormed } from '#lib/surrogate-safe.ts';
import { toVisible } from '#ui/escapes.ts';
import type { Run } from '#run/run.ts';
import { figuresOf, textsOf } from './cell-figures.ts';
import type { FieldPlan } from './field-plan.ts';

/** Numbers with all their digits; what is not known is an empty cell. Text has its line ends written as \n. */
export function fieldCsv(plan: FieldPlan, runs: readonly Run[]): string {
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

function linesOf(plan: FieldPlan, run: Run): readonly (readonly string[])[] {
  const { distinct, meanLogprob, perplexity, meanTokens } = figuresOf(run);
  const state = run.state.phase === 'ended' ? run.state.endState : run.state.phase;
  const cell = [run.request[plan.down.parameter], run.request[plan.across.parameter]].map(numberCell);
  const figures = [distinct, meanLogprob, perplexity, meanTokens].map(numberCell);
  const texts = textsOf(run);
  if (texts.length === 0) return [[...cell, state, '', '', '', ...figures, '']];
  return texts.map(({ lane, text }) =>
    cell.concat(
      state,
      String(lane.index),
      String(lane.answerTokenCount),
      quotedCell(lane.finishReason ?? ''),
      figures,
      quotedCell(toVisible(wellFormed(text))),
    ),
  );
}

function numberCell(value: number | null | undefined): string {
  return String(value ?? '');
}
