// What the keys and column heads of logs mean, as far as a curve needs it.
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';
import { curveOfKey } from '#pages/fine-tunes/curves/from-message.ts';

/** The part that a value under a key plays. Of several steps in one row the one of the lowest rank counts. */
export type KeyRole =
  | { readonly part: 'curve'; readonly name: CurveName }
  | { readonly part: 'step'; readonly rank: number }
  | { readonly part: 'epoch' | 'time' | 'elapsed' | 'run' | 'tag' | 'value' | 'summary' };

/** The role of a key, whatever its case; null for a key that says nothing of a curve. */
export function roleOfKey(key: string): KeyRole | null {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const role = findRole(key.trim().toLowerCase());
  if (cache.size < 5000) cache.set(key, role);
  return role;
}

const cache = new Map<string, KeyRole | null>();

function findRole(key: string): KeyRole | null {
  const name = curveOfKey(key);
  if (name !== null) return { part: 'curve', name };
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
