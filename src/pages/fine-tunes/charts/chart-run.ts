// Loss chart input: runs, names, marks, planned rates.
import type { CurveName, CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** Results are cached by identity: keep it until something changes. */
export interface ChartRun {
  /** Short and stable: used in the address. */
  readonly id: string;
  readonly label: string;
  readonly curves: CurveSet;
  /** Null: the token axis needs points with counts of tokens. */
  readonly tokensPerStep: number | null;
  /** Null disables the cost axis. */
  readonly dollarsPerStep: number | null;
  /** Unix milliseconds; null: elapsed time starts at the first timed point. */
  readonly startedMs: number | null;
  /** After interruptions; rising Unix milliseconds. */
  readonly restartsMs?: readonly number[];
  /** For a mean: minimum and maximum at each point. */
  readonly spread?: ReadonlyMap<CurveName, readonly Spread[]>;
}

export interface Spread {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Runs whose value is interpolated. */
  readonly between: Uint32Array;
}

/** A dotted vertical in the first run. */
export interface ChartMark {
  readonly step: number;
  readonly word: string;
  readonly kind: 'event' | 'checkpoint' | 'best' | 'alert';
  readonly id: string;
  /**
   * Of a restart, which has no point, and of an alert or a checkpoint, whose step may be passed again. Unix
   * milliseconds.
   */
  readonly timeMs?: number | null;
}

/** Of the mark of the event that is open in the list. */
export const openEventId = 'open-event';

/** Equally long; steps rise. */
export interface PlannedRates {
  readonly steps: Float64Array;
  readonly rates: Float64Array;
}

/**
 * Without common first words and the codes that end names, long ones without their middle, unless that tells
 * them apart; empty for one run.
 */
export function shortNamesOf(labels: readonly string[]): readonly string[] {
  if (labels.length === 1) return [];
  const bare = labels.map((label) => label.replace(endingCode, ''));
  const told = new Set(bare).size === new Set(labels).size ? bare : labels;
  const names = told.map((label) => label.replace(settings, '').split(wordEnd));
  const most = Math.min(...names.map(({ length }) => length)) - 1;
  let shared = 0;
  while (shared < most && names.every((each) => each[shared] === names[0]?.[shared])) shared += 1;
  const ends = told.map((label) => settings.exec(label)?.[0] ?? '');
  const cutTo = (longest: number) =>
    names.map((words, index) => {
      const name = words.slice(shared).join('');
      return `${name.length > longest ? `${name.slice(0, 14)}…${name.slice(-21)}` : name}${ends[index]}`;
    });
  const short = cutTo(36);
  return new Set(short).size === new Set(told).size ? short : cutTo(Infinity);
}

/** Not within a number: `lr0.001`, `lr1e-4`. */
const wordEnd = /(?<=[-_/. ])(?<!\d\.(?=\d)|\de-(?=\d))/;
/** ` · lr 0.001 · seed 1` */
const settings = / · .*$/;
/** As of the service, unless it reads as a date. */
const endingCode = /[-_](?!(?:19|20)\d\d[01]\d[0-3]\d\b)[\da-f]{8}(?= · |$)/;
