// What a checkpoint is called where a model is asked for.
import type { Checkpoint } from './schema/checkpoint.ts';

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
