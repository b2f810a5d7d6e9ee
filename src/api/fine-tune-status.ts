// What the words of a service for a fine-tune's state mean: does it wait, work, or is it over.
import type { Checkpoint } from '#api/schema/fine-tune.ts';

/** `unknown` is a word that nobody has listed; it is shown as it came. */
export type StatusKind = 'queued' | 'running' | 'over' | 'unknown';

/** How far a status is. Capitals do not matter; no status at all is unknown. */
export function statusKind(status: string | undefined): StatusKind {
  return kinds.get(status?.toLowerCase() ?? '') ?? 'unknown';
}

/** Whether nothing more is to be expected, however it ended. */
export function isOver(status: string | undefined): boolean {
  return statusKind(status) === 'over';
}

/** Whether it is over and did all that it was to do. */
export function isCompleted(status: string | undefined): boolean {
  return status?.toLowerCase() === 'completed';
}

const kinds = new Map<string, StatusKind>([
  ['pending', 'queued'],
  ['queued', 'queued'],
  ['model_downloading', 'running'],
  ['running', 'running'],
  ['compressing', 'running'],
  ['uploading', 'running'],
  ['cancel_requested', 'running'],
  ['cancelled', 'over'],
  ['completed', 'over'],
  ['error', 'over'],
  ['user_error', 'over'],
  ['failed', 'over'],
]);

const nothingListed: ReadonlySet<string> = new Set();

/**
 * `<job id>:<step>` for one that is intermediate, or whose type is not said; `<job id>` for any other, the final ones, unless
 * the service itself lists it under its step. Null where it has no step to be called by.
 * @param listed ids of GET /models, as far as they are known
 */
export function checkpointName(
  jobId: string,
  checkpoint: Checkpoint,
  listed: ReadonlySet<string> = nothingListed,
): string | null {
  const type = checkpoint.checkpoint_type?.trim().toLowerCase() ?? '';
  const step = checkpointStep(checkpoint);
  const stepped = step === null ? null : `${jobId}:${step}`;
  if (type === '' || type.includes('intermediate')) return stepped;
  return stepped !== null && listed.has(stepped) ? stepped : jobId;
}

/** Its step, from its type (`Intermediate (step 40)`) where the field is not set; null where nothing tells. */
export function checkpointStep({ step, checkpoint_type: type }: Checkpoint): number | null {
  // 0 often means "not set".
  if (step !== undefined && step > 0) return step;
  const told = Number(/\bstep (\d+)/i.exec(type ?? '')?.[1] ?? 0);
  return told > 0 ? told : null;
}
