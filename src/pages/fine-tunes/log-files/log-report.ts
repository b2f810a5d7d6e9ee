// Report of a read log file: runs, and skipped lines.
import { meaningOfKey } from '#pages/fine-tunes/curves/curve-of-key.ts';
import {
  type CurveSegment,
  type CurveSet,
  curveNames,
  metricCurve,
  type CurveName,
} from '#pages/fine-tunes/curves/curve.ts';

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
  /** The name of its format. */
  readonly format: string;
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

/** What a column of numbers is read as: where a point stands, a curve, a curve of its own (`metric`), or nothing. */
export const columnRoles = ['step', 'epoch', 'time', 'elapsed', ...curveNames, 'metric', 'none'] as const;

/** One of them. */
export type ColumnRole = (typeof columnRoles)[number];

/** What a person says of columns, by key; the others are read by their names. */
export type LogMapping = Readonly<Record<string, ColumnRole>>;

/** The part that a value under a key plays. Of several for one part in a row, the one of the lowest rank counts. */
export type KeyRole =
  | { readonly part: 'curve'; readonly name: CurveName; readonly rank: number }
  | { readonly part: 'step'; readonly rank: number }
  | { readonly part: 'epoch' | 'time' | 'elapsed' | 'run' | 'tag' | 'value' | 'summary' };

/** The role of a key as a person says it, else by its name, whatever its case; null for a key that says nothing of a curve. */
export function roleOfKey(key: string, mapping: LogMapping = {}): KeyRole | null {
  const said = Object.hasOwn(mapping, key) ? mapping[key] : undefined;
  if (said !== undefined) return mappedRole(key, said);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const role = findRole(key.trim().toLowerCase());
  if (cache.size < 5000) cache.set(key, role);
  return role;
}

/** The role in a word, for a person who may change it; null where it is none that can be changed. */
export function columnRole(role: KeyRole | null): ColumnRole | null {
  if (role === null) return 'none';
  if (role.part === 'curve') return curveNames.find((name) => name === role.name) ?? 'metric';
  return role.part === 'step' || role.part === 'epoch' || role.part === 'time' || role.part === 'elapsed'
    ? role.part
    : null;
}

function mappedRole(key: string, role: ColumnRole): KeyRole | null {
  if (role === 'none') return null;
  if (role === 'step') return { part: 'step', rank: -1 };
  if (role === 'epoch' || role === 'time' || role === 'elapsed') return { part: role };
  return { part: 'curve', name: role === 'metric' ? metricCurve(key) : role, rank: -1 };
}

const cache = new Map<string, KeyRole | null>();

function findRole(key: string): KeyRole | null {
  const meaning = meaningOfKey(key);
  if (meaning !== null) return { part: 'curve', ...meaning };
  const rank = steps.indexOf(key);
  if (rank !== -1) return { part: 'step', rank };
  return parts.get(key) ?? null;
}

const steps = [
  'train/global_step',
  'trainer/global_step',
  'global_step',
  'current_steps',
  'step',
  'steps',
  '_step',
  'iteration',
  'iter',
  'num_updates',
  'train_num_updates',
  'valid_num_updates',
];

const parts = new Map<string, KeyRole>([
  ...['epoch', 'train/epoch', 'epochs'].map((key) => [key, { part: 'epoch' }] as const),
  ...['timestamp', '_timestamp', 'time', 'wall time', 'wall_time', 'created_at', 'logged_at', 'datetime'].map(
    (key) => [key, { part: 'time' }] as const,
  ),
  ...['run', 'run_name', 'run_id', 'run name', 'experiment'].map((key) => [key, { part: 'run' }] as const),
  ...['tag', 'metric', 'key', 'metric_name'].map((key) => [key, { part: 'tag' }] as const),
  ['value', { part: 'value' }],
  // What trainers write once, at their end: the run's mean stands there under the name of a loss.
  ...['train_runtime', 'train_samples_per_second', 'train_steps_per_second'].map(
    (key) => [key, { part: 'summary' }] as const,
  ),
  ...['relative time (wall)', 'relative time (process)', 'relative_time', '_runtime', 'elapsed_time'].map(
    (key) => [key, { part: 'elapsed' }] as const,
  ),
]);
