// What the words of a service for a fine-tune's state mean: does it wait, work, or is it over.

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
