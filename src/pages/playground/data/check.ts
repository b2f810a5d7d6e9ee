// Whether an output is what was expected of its row.

/** How an output is compared with the expected value of its row. */
export type CheckKind = 'exact' | 'contains' | 'regex';

/** The comparison; null column: nothing is checked. */
export interface Check {
  readonly kind: CheckKind;
  readonly column: string | null;
  readonly isCaseSensitive: boolean;
}

/**
 * What came of it; `invalid`: the expected value is no regular expression, or there is none; `timeout`: its regular
 * expression takes too long.
 */
export type CheckOutcome = 'pass' | 'fail' | 'invalid' | 'timeout';

/** A regular expression and the text that it is held against. */
export interface PatternTask {
  readonly pattern: string;
  readonly isCaseSensitive: boolean;
  readonly text: string;
}

/** Compares a complete output with a text. Spaces at both ends count in neither: models begin their answers with one. */
export function checkText(
  { kind, isCaseSensitive }: Pick<Check, 'isCaseSensitive'> & { readonly kind: 'exact' | 'contains' },
  output: string,
  expected: string,
): CheckOutcome {
  const fold = (text: string) => (isCaseSensitive ? text.trim() : text.trim().toLowerCase());
  if (expected.trim() === '') return 'invalid';
  return toOutcome(
    kind === 'exact' ? fold(output) === fold(expected) : fold(output).includes(fold(expected)),
  );
}

/** Compares a complete output with a regular expression, however long that takes: only a worker may wait for it. */
export function checkPattern({ pattern, isCaseSensitive, text }: PatternTask): CheckOutcome {
  if (pattern.trim() === '') return 'invalid';
  try {
    return toOutcome(new RegExp(pattern.trim(), isCaseSensitive ? 'u' : 'iu').test(text.trim()));
  } catch {
    return 'invalid';
  }
}

function toOutcome(isPass: boolean): CheckOutcome {
  return isPass ? 'pass' : 'fail';
}
