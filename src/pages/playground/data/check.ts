// Checks of an output against its expected value.

export type CheckKind = 'exact' | 'contains' | 'regex';

/** Null column: no check. */
export interface Check {
  readonly kind: CheckKind;
  readonly column: string | null;
  readonly isCaseSensitive: boolean;
}

/** `invalid`: missing or invalid regular expression; `timeout`: it takes too long. */
export type CheckOutcome = 'pass' | 'fail' | 'invalid' | 'timeout';

export interface PatternTask {
  readonly pattern: string;
  readonly isCaseSensitive: boolean;
  readonly text: string;
}

/** Ignores leading and trailing spaces: models often begin with one. */
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

/** May take forever: only call it in a worker. */
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
