// A line of a few points that is known by its name.

/** A point of a line, in the units of the axes. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

/** A line with its name, which stands on it. */
export interface NamedLine {
  readonly name: string;
  /** By rising x; two points at one x make a step. */
  readonly points: readonly ChartPoint[];
}
