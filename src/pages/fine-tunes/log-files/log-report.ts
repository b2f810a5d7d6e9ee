// Report of a read log file: runs, and skipped lines.
import { meaningOfKey } from '#pages/fine-tunes/curves/curve-of-key.ts';
import {
  type CurveSegment,
  type CurveSet,
  curveNames,
  metricCurve,
  type CurveName,
} from '#pages/fine-tunes/curves/curve.ts';

/** A line that should hold figures. */
export interface UnreadLine {
  /** Among unread lines, from 1. */
  readonly ordinal: number;
  /** From 1. */
  readonly line: number;
  /** Its beginning. */
  readonly text: string;
  /** A sentence. */
  readonly reason: string;
}

export interface ReadRun {
  /** Empty if unnamed. */
  readonly label: string;
  readonly curves: CurveSet;
}

export interface LogColumn {
  readonly key: string;
  readonly role: ColumnRole;
}

export interface LogReport {
  readonly format: string;
  readonly runs: readonly ReadRun[];
  /** In the order found. */
  readonly columns: readonly LogColumn[];
  readonly lines: number;
  /** Lines without figures, common in consoles. */
  readonly otherLines: number;
  readonly unreadCount: number;
  /** Only the first. */
  readonly unread: readonly UnreadLine[];
  /** How the curves were derived, in sentences. */
  readonly notes: readonly string[];
}

/** By run, then curve. */
export function segmentsOf({ runs }: LogReport): readonly CurveSegment[] {
  return runs.flatMap(({ curves }) => [...curves.curves.values()].flat());
}

/** The message says why, and what to do. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** Browsers refuse to read on in a file that was written since, Chromium as a "network error". */
export function whyUnread(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message;
  if (error instanceof DOMException && error.name === 'NotFoundError')
    return 'This is a folder, or a file that is gone: open the log file itself.';
  if (error instanceof DOMException || (error instanceof TypeError && error.message === 'network error'))
    return 'The file has changed on disk since it was opened: open it again.';
  return `Reading the file failed partway: ${error instanceof Error ? error.message : 'unknown reason'}`;
}

const placeRoles = ['step', 'epoch', 'tokens', 'time', 'elapsed'] as const;

/** A position, a curve, a curve of its own (`metric`), or nothing. */
export const columnRoles = [...placeRoles, ...curveNames, 'metric', 'none'] as const;

export type ColumnRole = (typeof columnRoles)[number];

/** The user's choices by key. */
export type LogMapping = Readonly<Record<string, ColumnRole>>;

/** Of several keys for the same, the lowest rank counts. */
export type KeyRole =
  | { readonly part: 'curve'; readonly name: CurveName; readonly rank: number }
  | { readonly part: 'step'; readonly rank: number }
  | { readonly part: 'epoch' | 'tokens' | 'time' | 'elapsed' | 'run' | 'tag' | 'value' | 'summary' };

/** As mapped, else by name in any case; null if unknown. */
export function roleOfKey(key: string, mapping: LogMapping = {}): KeyRole | null {
  const chosen = Object.hasOwn(mapping, key) ? mapping[key] : undefined;
  if (chosen !== undefined) return mappedRole(key, chosen);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const role = findRole(key.trim().toLowerCase());
  if (cache.size < 5000) cache.set(key, role);
  return role;
}

/** Null for a role that cannot be changed. */
export function columnRole(role: KeyRole | null): ColumnRole | null {
  if (role === null) return 'none';
  if (role.part === 'curve') return curveNames.find((name) => name === role.name) ?? 'metric';
  return placeRoles.find((part) => part === role.part) ?? null;
}

function mappedRole(key: string, role: ColumnRole): KeyRole | null {
  if (role === 'none') return null;
  if (role === 'step') return { part: 'step', rank: -1 };
  if (role === 'epoch' || role === 'tokens' || role === 'time' || role === 'elapsed') return { part: role };
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
  'step_number',
  'global_step/max_steps',
  '_step',
  'iteration',
  'iter',
  'num_updates',
  'train_num_updates',
  'valid_num_updates',
];

const parts = new Map<string, KeyRole>([
  ...['epoch', 'train/epoch', 'epochs'].map((key) => [key, { part: 'epoch' }] as const),
  ...[
    'timestamp',
    '_timestamp',
    'ts',
    'time',
    'wall time',
    'wall_time',
    'created_at',
    'logged_at',
    'datetime',
  ].map((key) => [key, { part: 'time' }] as const),
  ...['tokens', 'n_tokens', 'num_tokens', 'total_tokens', 'tokens_seen', 'consumed_tokens']
    .concat(['num_input_tokens_seen', 'train/num_input_tokens_seen', 'train/num_tokens'])
    .map((key) => [key, { part: 'tokens' }] as const),
  ...['run', 'run_name', 'run_id', 'run name', 'experiment'].map((key) => [key, { part: 'run' }] as const),
  ...['tag', 'metric', 'key', 'metric_name'].map((key) => [key, { part: 'tag' }] as const),
  ['value', { part: 'value' }],
  // Written once at the end, beside the run's mean under a loss's name.
  ...['train_runtime', 'train_samples_per_second', 'train_steps_per_second'].map(
    (key) => [key, { part: 'summary' }] as const,
  ),
  ...['relative time (wall)', 'relative time (process)', 'relative_time', '_runtime', 'elapsed_time'].map(
    (key) => [key, { part: 'elapsed' }] as const,
  ),
]);
