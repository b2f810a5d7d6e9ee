// A column of work: which model answers every row, with the draft's parameters and what is changed of them.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { type Draft, readDraft, type FieldError } from '#draft/draft.ts';
import type { NumberField } from '#api/schema/request-fields.ts';
import type { PricedModel } from '#pricing/completion-cost.ts';

/** One output of every row. An empty model is the draft's; a number that is not there is the draft's too. */
export interface Output {
  readonly id: number;
  readonly model: string;
  readonly changes: Readonly<Partial<Record<NumberField, string>>>;
}

/** What is known of an output's model, fixed when a run starts; null is "not known". */
export interface OutputModel extends PricedModel {
  readonly model: string;
}

/** The draft as an output asks it. Every cell gets one answer, without the prompt in it: `n` and `echo` are left out. */
export function draftOf(draft: Draft, output: Output, model: string): Draft {
  const { n: _, ...numbers } = { ...draft.numbers, ...output.changes };
  const { echo: __, ...others } = draft;
  return { ...others, model, numbers };
}

/** The request of a cell whose prompt is filled, or every field that prevents it. */
export function requestOf(
  draft: Draft,
  output: Output,
  model: string,
  prompt: string,
):
  | { readonly ok: true; readonly request: CompletionRequest }
  | { readonly ok: false; readonly errors: readonly FieldError[] } {
  return readDraft({ ...draftOf(draft, output, model), prompt });
}

/** How an output is called where several stand side by side: its model, and what is changed. */
export function nameOutput(output: Output, model: string): string {
  const changes = Object.entries(output.changes).map(([name, value]) => `${name} ${value}`);
  return [model, ...changes].join(' · ');
}

/** What an output is called in the head of a column, where its name would not fit: A, B, C. */
export function outputLetter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : `#${index + 1}`;
}
