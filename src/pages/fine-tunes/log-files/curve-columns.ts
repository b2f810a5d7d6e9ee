// Growable numeric columns of one curve, split where steps go back.
import { Growable } from '#lib/growable.ts';
import type { CurveSegment } from '#pages/fine-tunes/curves/curve.ts';

/** With more restarts, lines are just unordered. */
const maxSegments = 100;

/** Append-only; the last of a repeated step counts. Missing columns cost no memory. */
export class CurveColumns {
  #steps = new Growable();
  #values = new Growable();
  #lines = new Growable();
  #epochs: Growable | null = null;
  #timesMs: Growable | null = null;
  #elapsedMs: Growable | null = null;
  #tokens: Growable | null = null;
  /** The first position, and where steps go back. */
  #starts: number[] = [];
  #last = Number.POSITIVE_INFINITY;
  #isSorted = false;
  /** Points were dropped to save memory. */
  isThinned = false;
  /** A step came twice, with different values. */
  isRepeated = false;

  get length(): number {
    return this.#steps.length;
  }

  /** Null before the first point. */
  get lastStep(): number | null {
    return this.length === 0 ? null : this.#last;
  }

  /**
   * Unknown epochs, times and counts of tokens are NaN.
   * @returns false where the point replaced the last one
   */
  push(
    step: number,
    value: number,
    epoch: number,
    timeMs: number,
    line: number,
    elapsedMs = Number.NaN,
    tokens = Number.NaN,
  ): boolean {
    if (!Number.isNaN(epoch)) this.#epochs ??= unknowns(this.length);
    if (!Number.isNaN(timeMs)) this.#timesMs ??= unknowns(this.length);
    if (!Number.isNaN(elapsedMs)) this.#elapsedMs ??= unknowns(this.length);
    if (!Number.isNaN(tokens)) this.#tokens ??= unknowns(this.length);
    if (step === this.#last) {
      this.isRepeated ||= !Object.is(value, this.#values.at(this.length - 1));
      this.#values.replaceLast(value);
      this.#lines.replaceLast(line);
      this.#epochs?.replaceLast(epoch);
      this.#timesMs?.replaceLast(timeMs);
      this.#elapsedMs?.replaceLast(elapsedMs);
      this.#tokens?.replaceLast(tokens);
      return false;
    }
    if (step < this.#last) this.#starts.push(this.length);
    this.#last = step;
    this.#steps.push(step);
    this.#values.push(value);
    this.#lines.push(line);
    this.#epochs?.push(epoch);
    this.#timesMs?.push(timeMs);
    this.#elapsedMs?.push(elapsedMs);
    this.#tokens?.push(tokens);
    return true;
  }

  /** Drops about half; see `thinnedPositions`. */
  thin(): void {
    if (this.isUnordered) {
      this.#keep(this.#ordered(), [0]);
      this.#isSorted = true;
    }
    const bounds = [...this.#starts, this.length];
    const kept: number[] = [];
    const starts: number[] = [];
    for (const [index, start] of this.#starts.entries()) {
      starts.push(kept.length);
      thinnedPositions(this.#values.view(), start, bounds[index + 1] ?? this.length, kept);
    }
    this.#keep(kept, starts);
    this.isThinned = true;
  }

  #keep(positions: ArrayLike<number>, starts: number[]): void {
    this.#steps = picked(this.#steps, positions);
    this.#values = picked(this.#values, positions);
    this.#lines = picked(this.#lines, positions);
    this.#epochs &&= picked(this.#epochs, positions);
    this.#timesMs &&= picked(this.#timesMs, positions);
    this.#elapsedMs &&= picked(this.#elapsedMs, positions);
    this.#tokens &&= picked(this.#tokens, positions);
    this.#starts = starts;
    this.#last = this.#steps.at(this.#steps.length - 1);
  }

  /** Steps go back so often that points are sorted. */
  get isUnordered(): boolean {
    return (
      this.#starts.length > maxSegments || this.#isNewestFirst || (this.#isSorted && this.#starts.length > 1)
    );
  }

  get #isNewestFirst(): boolean {
    return this.length > 2 && this.#starts.length > this.length * 0.75;
  }

  /** Of the second segment; infinite if there is only one. */
  get restartLine(): number {
    const [, restart] = this.isUnordered ? [] : this.#stretches();
    return restart === undefined ? Infinity : this.#lines.at(restart.start);
  }

  /** Of points out of order that were sorted into a segment. */
  get strayLines(): readonly number[] {
    const stretches = this.isUnordered ? [] : this.#stretches();
    return stretches.flatMap(({ strays }) => strays.map((position) => this.#lines.at(position)));
  }

  /** One segment per restart. */
  segments(): readonly CurveSegment[] {
    if (this.isUnordered) return [this.#segment(this.#ordered())];
    return this.#stretches().map((stretch) =>
      this.#segment(stretch.strays.length === 0 ? [stretch.start, stretch.end] : this.#sorted(stretch)),
    );
  }

  #stretches(): readonly Stretch[] {
    const stretches: Stretch[] = [];
    for (const [index, start] of this.#starts.entries()) {
      const end = this.#starts[index + 1] ?? this.length;
      let here: Stretch = { start, end, strays: [] };
      const last = stretches.at(-1);
      if (last !== undefined && this.#isLate(here, last)) here = joined(last, here, start);
      if (here.start !== start) stretches.pop();
      const before = stretches.at(-1);
      if (before !== undefined && this.#isEndEarly(before, here)) {
        stretches.pop();
        here = joined(before, here, before.end - 1);
      }
      stretches.push(here);
    }
    return stretches;
  }

  /** Its first point is new, and the next goes on above all before. */
  #isLate({ start, end }: Stretch, before: Stretch): boolean {
    return (
      end - start > 1 &&
      this.#steps.at(start + 1) > this.#steps.at(before.end - 1) &&
      !this.#has(before, start)
    );
  }

  /** Without the last point, the steps go on and pass it. */
  #isEndEarly(before: Stretch, after: Stretch): boolean {
    const last = before.end - 1;
    return (
      last > before.start &&
      !before.strays.includes(last - 1) &&
      this.#steps.at(last - 1) < this.#steps.at(after.start) &&
      this.#steps.at(last) < this.#steps.at(after.end - 1) &&
      !this.#has(after, last) &&
      !after.strays.some((stray) => this.#has(before, stray))
    );
  }

  /** Positions by step. Those of strays are inserted among the others, which are in order: sorting takes seconds. */
  #sorted({ start, end, strays }: Stretch): Float64Array {
    const isStray = new Set(strays);
    const waiting = strays.toSorted((one, other) => this.#steps.at(one) - this.#steps.at(other));
    const positions = new Float64Array(end - start);
    let [count, next] = [0, 0];
    for (let position = start; position < end; position += 1) {
      if (isStray.has(position)) continue;
      for (let stray = waiting[next]; stray !== undefined; stray = waiting[next]) {
        if (this.#steps.at(stray) > this.#steps.at(position)) break;
        positions[count] = stray;
        count += 1;
        next += 1;
      }
      positions[count] = position;
      count += 1;
    }
    return positions;
  }

  /** Whether there is a point of the same step as at a position. */
  #has({ start, end }: Stretch, position: number): boolean {
    return this.#steps.view().subarray(start, end).includes(this.#steps.at(position));
  }

  #segment(range: readonly [number, number] | Float64Array): CurveSegment {
    const take = (column: Growable) =>
      range instanceof Float64Array
        ? range.map((position) => column.at(position))
        : column.view().slice(range[0], range[1]);
    const steps = take(this.#steps);
    const tokens = this.#tokens === null ? null : take(this.#tokens);
    // Empty columns spare readers millions of NaN.
    return {
      steps,
      values: take(this.#values),
      epochs: this.#epochs === null ? new Float64Array() : take(this.#epochs),
      timesMs: this.#timesMs === null ? new Float64Array() : take(this.#timesMs),
      ...(this.#elapsedMs !== null && { elapsedMs: take(this.#elapsedMs) }),
      ...(tokens !== null && isRunningCount(tokens) && { tokens }),
      sources: new Uint16Array(steps.length),
      lines: Uint32Array.from(take(this.#lines)),
    };
  }

  /** Positions by step, only the newest of equal ones: the last, or the first where the newest came first. */
  #ordered(): Float64Array {
    const sign = this.#isNewestFirst ? -1 : 1;
    const positions = Float64Array.from({ length: this.length }, (_, index) => index);
    positions.sort((one, other) => this.#steps.at(one) - this.#steps.at(other) || (one - other) * sign);
    return positions.filter((position, index) => {
      const next = positions[index + 1];
      return next === undefined || this.#steps.at(next) !== this.#steps.at(position);
    });
  }
}

/** Points between restarts; the last has the highest step. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Positions of single points out of order. */
  readonly strays: readonly number[];
}

function joined(one: Stretch, other: Stretch, stray: number): Stretch {
  return { start: one.start, end: other.end, strays: one.strays.concat(stray, other.strays) };
}

/** Of the whole run, not of each row: it rises. */
function isRunningCount(tokens: Float64Array): boolean {
  const known = tokens.filter((count) => !Number.isNaN(count));
  const isRising = known.every((count, index) => count >= (known[index - 1] ?? 0));
  return isRising && (known.length === 1 || (known.at(-1) ?? 0) > (known[0] ?? 0));
}

function unknowns(count: number): Growable {
  const column = new Growable(Math.max(256, count));
  for (let index = 0; index < count; index += 1) column.push(Number.NaN);
  return column;
}

function picked(column: Growable, positions: ArrayLike<number>): Growable {
  const next = new Growable(Math.max(256, positions.length));
  for (let index = 0; index < positions.length; index += 1) next.push(column.at(positions[index] ?? 0));
  return next;
}

/**
 * Adds to `kept` what stays of [start, end): of every four the lowest, the highest and one that is not finite, NaN before infinity;
 * always the first and last.
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
    if (!Number.isFinite(value)) odd = odd !== -1 && Number.isNaN(values[odd]) ? odd : at;
    else {
      if (low === -1 || value < (values[low] ?? 0)) low = at;
      if (high === -1 || value > (values[high] ?? 0)) high = at;
    }
  }
  return [low, high, odd].filter((at) => at !== -1);
}
