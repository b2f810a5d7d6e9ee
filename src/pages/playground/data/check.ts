// Whether an output is what was expected of its row.

/** How an output is compared with the expected value of its row. */
export type CheckKind = 'exact' | 'contains' | 'regex';

/** The comparison; null column: nothing is checked. */
export interface Check {
  readonly kind: CheckKind;
  readonly column: string | null;
  readonly isCaseSensitive: boolean;
}

/** What came of it; `invalid`: the expected value is no regular expression, or there is none. */
export type CheckOutcome = 'pass' | 'fail' | 'invalid';

/** Compares a complete output. Spaces at both ends count in neither text: models begin their answers with one. */
export function checkOutput(check: Check, output: string, expected: string): CheckOutcome {
  const fold = (text: string) => (check.isCaseSensitive ? text.trim() : text.trim().toLowerCase());
  if (expected.trim() === '') return 'invalid';
  if (check.kind === 'exact') return toOutcome(fold(output) === fold(expected));
  if (check.kind === 'contains') return toOutcome(fold(output).includes(fold(expected)));
  const pattern = compile(expected.trim(), check.isCaseSensitive);
  return pattern === null ? 'invalid' : toOutcome(pattern.test(output.trim()));
}

function toOutcome(isPass: boolean): CheckOutcome {
  return isPass ? 'pass' : 'fail';
}

const compiled = new Map<string, RegExp | null>();

/** Most data sets have few patterns, and many rows. */
function compile(source: string, isCaseSensitive: boolean): RegExp | null {
  const key = `${isCaseSensitive ? 'c' : 'i'}${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  if (compiled.size > 1_000) compiled.clear();
  let pattern: RegExp | null = null;
  try {
    pattern = new RegExp(source, isCaseSensitive ? 'u' : 'iu');
  } catch {
    pattern = null;
  }
  compiled.set(key, pattern);
  return pattern;
}
