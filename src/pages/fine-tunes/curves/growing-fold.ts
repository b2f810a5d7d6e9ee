// Fold over columns that grow: reads on from the last call.

/** Equally long. */
type Columns = readonly Float64Array[];

interface Fold<State> {
  readonly begin: () => State;
  /** A state that can be changed without changing the other. */
  readonly copy: (state: State) => State;
  /** Reads the row at an index into the state. */
  readonly take: (state: State, columns: Columns, index: number) => void;
}

/** Sources tell of the same steps at different polls and with different accuracy: so many of the newest rows are read again. */
const tailLength = 1_000;

/**
 * The state after all rows, as if all were read. Rows that are as they were in the last call are not read again, but for a
 * few of the newest; where older ones changed, all are.
 */
export function createGrowingFold<State>({
  begin,
  copy,
  take,
}: Fold<State>): (columns: Columns) => Readonly<State> {
  let settled: { readonly state: State; readonly columns: Columns; readonly count: number } | null = null;
  return (columns) => {
    const length = columns[0]?.length ?? 0;
    const isKnown = settled?.columns.every((column, index) =>
      isSameUntil(column, columns[index], settled?.count ?? 0),
    );
    const from = isKnown === true && settled !== null ? settled : { state: begin(), count: 0 };
    const count = Math.max(from.count, length - tailLength);
    for (let index = from.count; index < count; index += 1) take(from.state, columns, index);
    settled = { state: from.state, columns, count };
    const state = copy(from.state);
    for (let index = count; index < length; index += 1) take(state, columns, index);
    return state;
  };
}

function isSameUntil(before: Float64Array, now: Float64Array | undefined, end: number): boolean {
  for (let index = 0; index < end; index += 1) {
    const one = before[index];
    const other = now?.[index];
    if (one !== other && !(Number.isNaN(one) && Number.isNaN(other))) return false;
  }
  return true;
}
