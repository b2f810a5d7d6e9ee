// Rows that fill the variables of a prompt, as they were read from a file or from what was pasted.

/** A table of texts. Every row has a value for each column. */
export interface DataSet {
  readonly kind: 'CSV' | 'JSONL' | 'JSON';
  /** Each name once. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What was left out or changed while it was read, in order; no more than `keptProblems` of them. */
  readonly problems: readonly DataProblem[];
  readonly problemCount: number;
  /** What separates the fields of a CSV file; null for the other kinds. */
  readonly delimiter: string | null;
}

/** What is wrong, and in which line (or element of an array), counted from 1; null where it is about the whole. */
interface DataProblem {
  readonly line: number | null;
  readonly message: string;
}

/** Data, or a sentence about why there is none. */
export type DataReading =
  | { readonly ok: true; readonly data: DataSet }
  | { readonly ok: false; readonly message: string };

/** Problems that are kept with their words; the others are only counted. */
const keptProblems = 200;

/** Collects problems: the first ones as they are, all of them as a count. */
export class Problems {
  readonly kept: DataProblem[] = [];
  count = 0;

  /** Notes one. */
  add(line: number | null, message: string): void {
    this.count += 1;
    if (this.kept.length < keptProblems) this.kept.push({ line, message });
  }
}

/** Names that are there once: an empty one is called by its place, a second one gets a number. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const base = name.trim() || `column ${index + 1}`;
    let unique = base;
    for (let count = 2; taken.has(unique); count += 1) unique = `${base} ${count}`;
    taken.add(unique);
    return unique;
  });
}

/** In the order in which they are tried. */
export const delimiters = [
  { value: ',', label: 'commas' },
  { value: ';', label: 'semicolons' },
  { value: '\t', label: 'tabs' },
  { value: '|', label: 'bars' },
] as const;
