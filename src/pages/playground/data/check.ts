// Checks of an output against its expected value.
import { parseJsonExactly } from '#api/json.ts';

export type CheckKind = 'exact' | 'contains' | 'regex';

export interface Check {
  readonly kind: CheckKind;
  readonly column: string | null;
  readonly isCaseSensitive: boolean;
  /** The output must be JSON; `exact` then compares values. */
  readonly isJson: boolean;
}

/** Without an expected column that the data does not have, such as that of an earlier file. */
export function checkIn(check: Check, columns: readonly string[]): Check {
  return check.column === null || columns.includes(check.column) ? check : { ...check, column: null };
}

/** `not comparable`: missing or invalid expected value. */
export type CheckOutcome = 'pass' | 'fail' | 'not comparable' | 'too slow';

export interface PatternTask {
  readonly pattern: string;
  readonly isCaseSensitive: boolean;
  readonly text: string;
}

/** Keys sorted, without spaces, long numbers with all digits; null if the text is not JSON. */
export function canonicalJson(text: string): string | null {
  try {
    // Strictly: the exact reader takes NaN, too.
    JSON.parse(text);
    return JSON.stringify(parseJsonExactly(text), sortKeys);
  } catch {
    return null;
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Trims, because models often begin with a space. */
export function checkText(
  { kind, isCaseSensitive }: Pick<Check, 'isCaseSensitive'> & { readonly kind: 'exact' | 'contains' },
  output: string,
  expected: string,
): CheckOutcome {
  const fold = (text: string) => (isCaseSensitive ? text.trim() : text.trim().toLowerCase());
  if (expected.trim() === '') return 'not comparable';
  return toOutcome(
    kind === 'exact' ? fold(output) === fold(expected) : fold(output).includes(fold(expected)),
  );
}

/** May never end: call it only in a worker. */
export function checkPattern({ pattern, isCaseSensitive, text }: PatternTask): CheckOutcome {
  if (pattern.trim() === '') return 'not comparable';
  try {
    return toOutcome(new RegExp(pattern.trim(), isCaseSensitive ? 'u' : 'iu').test(text.trim()));
  } catch {
    return 'not comparable';
  }
}

function toOutcome(isPass: boolean): CheckOutcome {
  return isPass ? 'pass' : 'fail';
}
