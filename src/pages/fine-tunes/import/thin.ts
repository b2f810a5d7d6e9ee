// Halves a long curve without losing what a person looks for: of four neighbours the lowest and the highest stay.

/**
 * Adds to `kept` the positions from `start` to before `end` that stay: of four neighbours the lowest, the highest, and
 * where there are some the last that is no finite number. The first and the last position always stay.
 */
export function thinnedPositions(values: Float64Array, start: number, end: number, kept: number[]): void {
  for (let group = start; group < end; group += 4) {
    const stop = Math.min(group + 4, end);
    const picks = new Set(stop - group <= 2 ? [group, stop - 1] : extremes(values, group, stop));
    if (group === start) picks.add(group);
    if (stop === end) picks.add(end - 1);
    kept.push(...[...picks].toSorted((one, other) => one - other));
  }
}

function extremes(values: Float64Array, start: number, end: number): number[] {
  let [low, high, odd] = [-1, -1, -1];
  for (let at = start; at < end; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isFinite(value)) odd = at;
    else {
      if (low === -1 || value < (values[low] ?? 0)) low = at;
      if (high === -1 || value > (values[high] ?? 0)) high = at;
    }
  }
  return [low, high, odd].filter((at) => at !== -1);
}
