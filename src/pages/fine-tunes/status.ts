// What the words of a service for a fine-tune's state mean: does it wait, work, or is it over.
import type { Tone } from '#ui/Status.tsx';

/** `unknown` is a word that nobody has listed; it is shown as it came. */
export type StatusKind = 'queued' | 'running' | 'over' | 'unknown';

/** How far a status is. Capitals do not matter; no status at all is unknown. */
export function statusKind(status: string | undefined): StatusKind {
  return states.get(status?.toLowerCase() ?? '')?.[0] ?? 'unknown';
}

/** The tone of a status; neutral for a word that is not known. */
export function statusTone(status: string | undefined): Tone {
  return states.get(status?.toLowerCase() ?? '')?.[1] ?? 'none';
}

/** Whether nothing more is to be expected, however it ended. */
export function isOver(status: string | undefined): boolean {
  return statusKind(status) === 'over';
}

/** Whether it is over and did all that it was to do. */
export function isCompleted(status: string | undefined): boolean {
  return status?.toLowerCase() === 'completed';
}

const states = new Map<string, readonly [StatusKind, Tone]>([
  ['pending', ['queued', 'none']],
  ['queued', ['queued', 'none']],
  ['model_downloading', ['running', 'live']],
  ['running', ['running', 'live']],
  ['compressing', ['running', 'live']],
  ['uploading', ['running', 'live']],
  ['cancel_requested', ['running', 'warn']],
  ['cancelled', ['over', 'none']],
  ['completed', ['over', 'ok']],
  ['error', ['over', 'bad']],
  ['user_error', ['over', 'bad']],
  ['failed', ['over', 'bad']],
]);
