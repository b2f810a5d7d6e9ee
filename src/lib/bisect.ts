// Binary search.

/** First position whose value is not below `value`; values must not fall. */
export function lowerBound(values: ArrayLike<number>, value: number, from = 0, to = values.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First position whose value is above `value`; values must not fall. */
export function upperBound(values: ArrayLike<number>, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index from `from` to `to` of which `isPast` is true, else `to`; true must stay true to the end. */
export function bisect(from: number, to: number, isPast: (index: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
