// Fine-tune status: queued, running or over; names of fine-tunes and checkpoints.
import type { Checkpoint, FineTune } from '#api/schema/fine-tune.ts';

export type StatusKind = 'queued' | 'running' | 'over' | 'unknown';

/** Case-insensitive. */
export function statusKind(status: string | undefined): StatusKind {
  return kinds.get(status?.toLowerCase() ?? '') ?? 'unknown';
}

export function isOver(status: string | undefined): boolean {
  return statusKind(status) === 'over';
}

export function isCompleted(status: string | undefined): boolean {
  return status?.toLowerCase() === 'completed';
}

/** No step is expected, though it is not over. */
export function isEnding(status = ''): boolean {
  return /^(?:compressing|uploading|cancel_requested)$/i.test(status);
}

/** It took all of its steps. */
export function isWholeRun({ status, early_stopped: isEarly }: FineTune): boolean {
  return isCompleted(status) && isEarly !== true;
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
 * `<job id>:<step>` for an intermediate checkpoint or one of unstated type, else `<job id>`, unless the
 * service lists it under its step. Null without a step to name it by.
 * @param listed ids of GET /models, as far as known
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

/** From the type (`Intermediate (step 40)`) if the field is not set; null if neither has it. */
export function checkpointStep({ step, checkpoint_type: type }: Checkpoint): number | null {
  // 0 often means "not set".
  if (step !== undefined && step > 0) return step;
  const typeStep = Number(/\bstep (\d+)/i.exec(type ?? '')?.[1] ?? 0);
  return typeStep > 0 ? typeStep : null;
}

/** As given; else the id. */
export function fineTuneName({
  id,
  model_output_name: name,
}: Pick<FineTune, 'id' | 'model_output_name'>): string {
  return name || id;
}

/** 29 of 100 are 29 exactly, which 0.29 × 100 is not. */
export function percentOf(done: number, all: number): number {
  return Math.min(100, (done * 100) / all);
}
