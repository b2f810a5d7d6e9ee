// What a run can cost at most, before anything is sent: the sum of the bounds of its requests, without writing them all.
import { boundRequest, type CostBound } from '#pricing/completion-cost.ts';
import type { OutputModel } from './output.ts';
import type { Template } from '#draft/template.ts';

/** Bytes of each chosen row's values for the variables, added up; and rows that have an empty one. */
export interface ValueSizes {
  readonly bytes: number;
  readonly emptyRows: number;
}

/** Reads every chosen row once. @param variables as often as they stand in the template */
export function measureValues(
  rows: readonly (readonly string[])[],
  chosen: readonly number[],
  variables: readonly string[],
  columns: readonly string[],
): ValueSizes {
  // A variable without a column is an obstacle of its own, and no empty value of every row.
  const places = variables.map((name) => columns.indexOf(name)).filter((place) => place !== -1);
  const encoder = new TextEncoder();
  const room = new Uint8Array(4_096);
  let bytes = 0;
  let emptyRows = 0;
  for (const index of chosen) {
    let hasEmpty = false;
    for (const place of places) {
      const value = rows[index]?.[place] ?? '';
      if (value === '') hasEmpty = true;
      // Three bytes a unit at most: short values need no memory of their own.
      bytes +=
        value.length * 3 <= room.length
          ? encoder.encodeInto(value, room).written
          : encoder.encode(value).length;
    }
    if (hasEmpty) emptyRows += 1;
  }
  return { bytes, emptyRows };
}

/**
 * The sum over all requests of one output; null where a part of it is not known.
 * @param maxTokens as the output sends it
 */
export function estimateOutput(
  rowCount: number,
  sizes: ValueSizes,
  template: Template,
  output: OutputModel & { readonly maxTokens: number | undefined },
): CostBound {
  const text = template.parts.filter((part) => typeof part === 'string').join('');
  const {
    input,
    output: answer,
    ...empty
  } = boundRequest({ prompt: text, max_tokens: output.maxTokens }, output);
  const { prices } = output;
  return {
    input: input * rowCount + sizes.bytes,
    output: answer === null ? null : answer * rowCount,
    tokens: empty.tokens === null ? null : empty.tokens * rowCount + sizes.bytes,
    dollars:
      empty.dollars === null || prices === null
        ? null
        : empty.dollars * rowCount + sizes.bytes * prices.input,
  };
}
