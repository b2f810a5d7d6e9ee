// Where a marker may go: within its axis, on steps that a key can take, and what lines say there.

/** A hundredth of the axis: what an arrow key moves; with Shift or Page keys ten of them. */
export function keyStep(end: number): number {
  return end / 100;
}

/** The place after a key, null for a key that does not move it. Places are whole numbers between 0 and `end`. */
export function afterKey(key: string, isShifted: boolean, at: number, end: number): number | null {
  const steps = keys[key];
  if (key === 'Home') return 0;
  if (key === 'End') return Math.floor(end);
  if (steps === undefined) return null;
  const times = isShifted && Math.abs(steps) === 1 ? 10 : 1;
  return inside(at + steps * times * keyStep(end), end);
}

/** The place under a pointer. @param share of the axis, from its beginning; outside of 0 to 1 it stays at the ends */
export function atShare(share: number, end: number): number {
  return inside(share * end, end);
}

const keys: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

function inside(value: number, end: number): number {
  return Math.round(Math.max(0, Math.min(Math.floor(end), value)));
}

/**
 * What a line says at a place, between its points; at a step what stands before it. Null beyond both ends.
 * @param points by rising x
 */
export function heightAt(
  points: readonly { readonly x: number; readonly y: number }[],
  x: number,
): number | null {
  const next = points.findIndex((point) => point.x >= x);
  const [after, before] = [points[next], points[next - 1]];
  if (after === undefined || (before === undefined && after.x > x)) return null;
  if (before === undefined || after.x === before.x) return after.y;
  return before.y + ((after.y - before.y) * (x - before.x)) / (after.x - before.x);
}
