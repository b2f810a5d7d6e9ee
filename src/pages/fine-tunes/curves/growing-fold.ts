// Fold over columns that grow: reads on from the last call.
import { sameCount } from '#api/schema/metric-columns.ts';

/** Equally long. */
type Columns = readonly Float64Array[];

interface Fold<State> {
  readonly begin: () => State;
  readonly copy: (state: State) => State;
  readonly take: (state: State, columns: Columns, index: number) => void;
}

/** Newest rows read again: polls of several sources revise them. */
const tailLength = 1_000;

/** Reads only new and the newest old rows, but all after a change of older ones. */
export function createGrowingFold<State>({
  begin,
  copy,
  take,
}: Fold<State>): (columns: Columns) => Readonly<State> {
  let settled: { readonly state: State; readonly columns: Columns; readonly count: number } | null = null;
  return (columns) => {
    const length = columns[0]?.length ?? 0;
    const isKnown = settled?.columns.every(
      (column, index) => sameCount(column, columns[index] ?? none) >= (settled?.count ?? 0),
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

const none = new Float64Array();
