// Data rows from a file or pasted text.

/** Every row has a value for each column. */
export interface DataSet {
  readonly kind: 'CSV' | 'JSONL' | 'JSON';
  /** Unique. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** At most `keptProblems`, in order. */
  readonly problems: readonly DataProblem[];
  readonly problemCount: number;
  /** Null unless CSV. */
  readonly delimiter: string | null;
}

/** `line`: line or array element, from 1; null for the whole file. */
interface DataProblem {
  readonly line: number | null;
  readonly message: string;
}

export type DataReading =
  | { readonly ok: true; readonly data: DataSet }
  | { readonly ok: false; readonly message: string };

/** Others are only counted. */
const keptProblems = 200;

export class Problems {
  readonly kept: DataProblem[] = [];
  count = 0;

  add(line: number | null, message: string): void {
    this.count += 1;
    if (this.kept.length < keptProblems) this.kept.push({ line, message });
  }
}

/** An empty name becomes its position, a duplicate gets a number. */
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

/** In the order they are tried. */
export const delimiters = [
  { value: ',', label: 'commas' },
  { value: ';', label: 'semicolons' },
  { value: '\t', label: 'tabs' },
  { value: '|', label: 'bars' },
] as const;
