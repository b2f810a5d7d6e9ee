// What was read from one log file: its runs, and by line whatever was not understood.
import type { CurveSegment, CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { ColumnRole } from './log-keys.ts';

/** The kinds of files that are known, in a person's words. They are told apart by what stands in them. */
export const logFormats = {
  wandb: 'W&B chart, CSV',
  'trainer-state': 'trainer state, JSON',
  'tensorboard-csv': 'TensorBoard, CSV',
  'tensorboard-json': 'TensorBoard, JSON',
  'llama-factory': 'LLaMA-Factory log, JSON lines',
  console: 'console log of a trainer',
  'result-csv': 'fine-tuning result, CSV',
  metrics: 'metrics rows, JSON',
  csv: 'table, CSV',
  export: 'curves saved by this page, CSV',
  'json-lines': 'JSON lines',
  json: 'JSON',
} as const;

/** One of them. */
export type LogFormat = keyof typeof logFormats;

/** A line that should have said something and could not be read. */
export interface UnreadLine {
  /** Its place among the unread lines, from 1. */
  readonly ordinal: number;
  /** From 1, as an editor counts. */
  readonly line: number;
  /** Its beginning. */
  readonly text: string;
  /** Why, in a sentence. */
  readonly reason: string;
}

/** One run of a file. */
export interface ReadRun {
  /** As the file names it; empty where the file names none. */
  readonly label: string;
  readonly curves: CurveSet;
}

/** A column or a key of numbers, and what it was read as. */
export interface LogColumn {
  readonly key: string;
  readonly role: ColumnRole;
}

/** What one file gave. */
export interface LogReport {
  readonly format: LogFormat;
  readonly runs: readonly ReadRun[];
  /** In the order in which they were met. */
  readonly columns: readonly LogColumn[];
  readonly lines: number;
  /** Lines without any figure of a curve, as consoles are full of. */
  readonly otherLines: number;
  readonly unreadCount: number;
  /** The first of the unread lines. */
  readonly unread: readonly UnreadLine[];
  /** What a reader must know of how the curves came about, a sentence each. */
  readonly notes: readonly string[];
}

/** All segments of all curves of all runs, in order. */
export function segmentsOf({ runs }: LogReport): readonly CurveSegment[] {
  return runs.flatMap(({ curves }) => [...curves.curves.values()].flat());
}

/** A file that cannot be read at all; the message says why and what can be done. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
