// Since when a fine-tune is in its state, from whatever tells: the record, its events, or the last sign of it.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { isOver, statusKind } from '#api/fine-tune-status.ts';
import type { Phase } from '#timeline/phases.ts';

/** Unix milliseconds by the service's clock. `heard`: only the newest sign of life is known. */
export interface StatusSince {
  readonly kind: 'since' | 'heard';
  readonly atMs: number;
}

/**
 * `started_at` is that of the current stage; without it the phase that goes on says when it began. Null where nothing has a
 * time.
 * @param phases as the events tell them
 */
export function statusSince(record: FineTune, phases: readonly Phase[]): StatusSince | null {
  const started = readTimeMs(record.started_at);
  const updated = readTimeMs(record.updated_at);
  // Over: a stage that it went through before began earlier than it ended.
  if (isOver(record.status)) return since(phases.at(-1)?.endMs ?? updated ?? started);
  const known = started ?? beginOf(record.status, phases);
  const isWaiting = statusKind(record.status) === 'queued';
  const begun = known ?? (isWaiting ? readTimeMs(record.created_at) : null);
  if (begun !== null) return since(begun);
  return updated === null ? null : { kind: 'heard', atMs: updated };
}

function since(atMs: number | null): StatusSince | null {
  return atMs === null ? null : { kind: 'since', atMs };
}

/** What a status is called among the phases; a job that runs does all that lies between its queue and its end. */
const phaseNames: Readonly<Record<string, string>> = {
  pending: 'queued',
  queued: 'queued',
  model_downloading: 'downloading',
  compressing: 'compressing',
  uploading: 'uploading',
  cancel_requested: 'cancelling',
};

function beginOf(status: string | undefined, phases: readonly Phase[]): number | null {
  const word = status?.toLowerCase() ?? '';
  const name = phaseNames[word];
  if (name !== undefined) return phases.findLast((phase) => phase.name === name)?.startMs ?? null;
  if (word !== 'running') return null;
  return phases[phases.findLastIndex((phase) => phase.name === 'queued') + 1]?.startMs ?? null;
}
