// Label placement over a plot: overlapping labels are left out.

interface PlacedWord {
  readonly id: string;
  readonly word: string;
  readonly left: number;
  readonly isLeftOfLine: boolean;
}

/** Higher `weight` comes first. */
interface WordWish {
  readonly id: string;
  readonly word: string;
  /** From the left of the plot. */
  readonly px: number;
  readonly weight: number;
}

/** Average letter at 11 px, with air. */
const letterPx = 6.1;
const gapPx = 8;

/**
 * To the right of its line if there is room, else to the left.
 * @param width of the plot in pixels
 */
export function placeWords(wishes: readonly WordWish[], width: number): PlacedWord[] {
  const taken: (readonly [number, number])[] = [];
  const placed: PlacedWord[] = [];
  const order = wishes.toSorted((one, other) => other.weight - one.weight || one.px - other.px);
  for (const { id, word, px } of order) {
    if (px < 0 || px > width) continue;
    const length = word.length * letterPx + gapPx;
    const side = [px, px - length].find((from) => {
      const to = from + length;
      return from >= 0 && to <= width && !taken.some(([start, end]) => from < end && start < to);
    });
    if (side === undefined) continue;
    taken.push([side, side + length]);
    const isLeftOfLine = side < px;
    placed.push({ id, word, left: px, isLeftOfLine });
  }
  return placed.toSorted((one, other) => one.left - other.left);
}

/** Keeps the heaviest every few pixels: thousands of events must not become a wall. */
export function thinMarks<Mark extends WordWish>(marks: readonly Mark[], width: number): Mark[] {
  const byColumn = new Map<number, Mark>();
  for (const mark of marks) {
    if (mark.px < 0 || mark.px > width) continue;
    const column = Math.floor(mark.px / 4);
    const known = byColumn.get(column);
    if (known === undefined || mark.weight > known.weight) byColumn.set(column, mark);
  }
  return [...byColumn.values()].toSorted((one, other) => one.px - other.px);
}
