// Lineage of a fine-tune: ancestors by checkpoint, and their total price.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { namesOf, type CurveName, type CurveSegment, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { inFormula, unknown, type Derived } from '#pricing/money.ts';

interface Lineage {
  /** Oldest first. */
  readonly chain: readonly LineageLink[];
  /** Origin of the oldest job, if not listed. */
  readonly missing: string | null;
  /** In the unit of `costOf`. */
  readonly cost: Derived;
}

export interface LineageLink {
  readonly job: FineTune;
  /** Null for the parent's end, or without a parent. */
  readonly fromStep: number | null;
}

/** @param costOf one null makes the sum null */
export function lineageOf(
  job: FineTune,
  all: readonly FineTune[],
  costOf: (job: FineTune) => number | null,
): Lineage {
  const chain: LineageLink[] = [];
  const seen = new Set<string>();
  let current = job;
  let missing: string | null = null;
  while (!seen.has(current.id)) {
    seen.add(current.id);
    const origin = readOrigin(current.from_checkpoint);
    chain.unshift({ job: current, fromStep: origin?.step ?? null });
    if (origin === null) break;
    const before = parentOf(current, all)?.job ?? undefined;
    if (before === undefined || seen.has(before.id)) {
      missing = current.from_checkpoint ?? null;
      break;
    }
    current = before;
  }
  return { chain, missing, cost: sumOf(chain, costOf, missing) };
}

/** `job` is null where it is not listed; null for a start from the base model. */
export function parentOf(
  { from_checkpoint: from }: FineTune,
  all: readonly FineTune[],
): { readonly job: FineTune | null; readonly step: number | null } | null {
  const origin = readOrigin(from);
  if (origin === null) return null;
  const job =
    all.find(({ id }) => id === origin.id) ??
    all.find(({ model_output_name: name }) => name === origin.id) ??
    null;
  return { job, step: origin.step };
}

/** `ft-1:120` is step 120 of ft-1, `ft-1` its end. Null for a start from the base model. */
export function readOrigin(
  fromCheckpoint: string | undefined,
): { readonly id: string; readonly step: number | null } | null {
  const written = fromCheckpoint?.trim() ?? '';
  if (written === '') return null;
  const [, id = written, step] = /^(.*):(\d+)$/.exec(written) ?? [];
  return { id, step: step === undefined ? null : Number(step) };
}

function sumOf(
  chain: readonly LineageLink[],
  costOf: (job: FineTune) => number | null,
  missing: string | null,
): Derived {
  if (missing !== null) return unknown(`${missing} is not listed, so earlier ancestors are unknown.`);
  const costs = chain.map(({ job }) => ({ id: job.id, cost: costOf(job) }));
  const unpriced = costs.find(({ cost }) => cost === null);
  if (unpriced !== undefined) return unknown(`The cost of ${unpriced.id} is not known.`);
  const value = costs.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  return {
    value,
    formula: `${costs.map(({ cost }) => inFormula(cost ?? 0)).join(' + ')} = ${inFormula(value)}`,
  };
}

export interface ChainPart {
  readonly name: string;
  readonly curves: CurveSet;
  /** Where the next job forked off; null for the end. */
  readonly untilStep: number | null;
}

/** As one run. */
interface Stitched {
  readonly curves: CurveSet;
  /** Steps before each job's first one. */
  readonly offsets: readonly number[];
}

/** @param parts oldest first */
export function stitch(parts: readonly ChainPart[]): Stitched {
  const offsets: number[] = [];
  let offset = 0;
  for (const { curves, untilStep } of parts) {
    offsets.push(offset);
    offset += untilStep ?? lastStep(curves);
  }
  const sources = parts.flatMap(({ name, curves }) => curves.sources.map((source) => `${name} ${source}`));
  const curves = namesOf(parts.map((part) => part.curves)).flatMap((name): [CurveName, CurveSegment[]][] => {
    const pieces = parts.flatMap((part, index) =>
      piecesOf(part, name, offsets[index] ?? 0, sourcesBefore(parts, index)),
    );
    return pieces.length === 0 ? [] : [[name, [joined(pieces)]]];
  });
  return { curves: { sources, curves: new Map(curves) }, offsets };
}

/** 0 without points. */
function lastStep({ curves }: CurveSet): number {
  return [...curves.values()].flat().reduce((most, { steps }) => Math.max(most, steps.at(-1) ?? 0), 0);
}

function sourcesBefore(parts: readonly ChainPart[], index: number): number {
  return parts.slice(0, index).reduce((sum, { curves }) => sum + curves.sources.length, 0);
}

/** What restarts left of a curve. */
export function keptOf(curves: CurveSet, name: CurveName): CurveSegment | undefined {
  const segments = curves.curves.get(name) ?? [];
  if (segments.length < 2) return segments[0];
  return joined(piecesOf({ name: '', curves, untilStep: null }, name, 0, 0));
}

/** The first `to` points, with offsets for steps and sources. */
interface Piece {
  readonly segment: CurveSegment;
  readonly to: number;
  readonly offset: number;
  readonly sourceShift: number;
}

/** Without what a restart discarded and what came after the fork. */
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
    // They mean different things in each job.
    epochs: new Float64Array(count).fill(Number.NaN),
    timesMs: new Float64Array(count).fill(Number.NaN),
    sources: new Uint16Array(count),
    lines: new Uint32Array(count),
  };
  const joins: number[] = [];
  let at = 0;
  for (const { segment, to, offset, sourceShift } of pieces) {
    if (at > 0) joins.push(at);
    for (let index = 0; index < to; index += 1) {
      whole.steps[at] = (segment.steps[index] ?? 0) + offset;
      whole.values[at] = segment.values[index] ?? Number.NaN;
      whole.timesMs[at] = segment.timesMs[index] ?? Number.NaN;
      whole.sources[at] = (segment.sources[index] ?? 0) + sourceShift;
      whole.lines[at] = segment.lines[index] ?? 0;
      at += 1;
    }
  }
  return { ...whole, joins };
}
