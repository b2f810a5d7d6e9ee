// A chain of trainings as one: of each job its curve up to the step that the next one went on from, steps counted on.
import { namesOf, type CurveName, type CurveSegment, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** A job of a chain. */
export interface ChainPart {
  readonly id: string;
  readonly curves: CurveSet;
  /** The step that the next job went on from; null for the last one, and where the next went on from this one's end. */
  readonly untilStep: number | null;
}

/** The chain as one run. */
export interface Stitched {
  readonly curves: CurveSet;
  /** Steps before each job's first one, in the order of the chain: its step 1 is this + 1. */
  readonly offsets: readonly number[];
}

/** @param parts the oldest first */
export function stitch(parts: readonly ChainPart[]): Stitched {
  const offsets: number[] = [];
  let offset = 0;
  for (const { curves, untilStep } of parts) {
    offsets.push(offset);
    offset += untilStep ?? lastStep(curves);
  }
  const sources = parts.flatMap(({ id, curves }) => curves.sources.map((source) => `${id} ${source}`));
  const curves = namesOf(parts.map((part) => part.curves)).flatMap((name): [CurveName, CurveSegment[]][] => {
    const pieces = parts.flatMap((part, index) =>
      piecesOf(part, name, offsets[index] ?? 0, sourcesBefore(parts, index)),
    );
    return pieces.length === 0 ? [] : [[name, [joined(pieces)]]];
  });
  return { curves: { sources, curves: new Map(curves) }, offsets };
}

/** The highest step of any curve; 0 where there is none. */
function lastStep({ curves }: CurveSet): number {
  return [...curves.values()].flat().reduce((most, { steps }) => Math.max(most, steps.at(-1) ?? 0), 0);
}

function sourcesBefore(parts: readonly ChainPart[], index: number): number {
  return parts.slice(0, index).reduce((sum, { curves }) => sum + curves.sources.length, 0);
}

/** A stretch of a segment, positions from `from` up to but without `to`, with what is added to steps and sources. */
interface Piece {
  readonly segment: CurveSegment;
  readonly to: number;
  readonly offset: number;
  readonly sourceShift: number;
}

/** What a job gave up by a restart, and what came after the fork, did not lead to the next one. */
function piecesOf(
  { curves, untilStep }: ChainPart,
  name: CurveName,
  offset: number,
  sourceShift: number,
): Piece[] {
  let end = untilStep ?? Infinity;
  const pieces: Piece[] = [];
  for (const segment of (curves.curves.get(name) ?? []).toReversed()) {
    const beyond = segment.steps.findIndex((step) => step > end);
    const to = beyond === -1 ? segment.steps.length : beyond;
    if (to > 0) pieces.unshift({ segment, to, offset, sourceShift });
    end = Math.min(end, (segment.steps[0] ?? Infinity) - 1);
  }
  return pieces;
}

function joined(pieces: readonly Piece[]): CurveSegment {
  const count = pieces.reduce((sum, { to }) => sum + to, 0);
  const whole = {
    steps: new Float64Array(count),
    values: new Float64Array(count),
    // An epoch and a time since the start mean another thing in each job.
    epochs: new Float64Array(count).fill(Number.NaN),
    timesMs: new Float64Array(count).fill(Number.NaN),
    sources: new Uint16Array(count),
    lines: new Uint32Array(count),
  };
  let at = 0;
  for (const { segment, to, offset, sourceShift } of pieces) {
    for (let index = 0; index < to; index += 1) {
      whole.steps[at] = (segment.steps[index] ?? 0) + offset;
      whole.values[at] = segment.values[index] ?? Number.NaN;
      whole.timesMs[at] = segment.timesMs[index] ?? Number.NaN;
      whole.sources[at] = (segment.sources[index] ?? 0) + sourceShift;
      whole.lines[at] = segment.lines[index] ?? 0;
      at += 1;
    }
  }
  return whole;
}
