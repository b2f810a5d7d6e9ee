// Tone of a fine-tune status.
import { statusKind } from '#api/fine-tune-status.ts';
import type { Tone } from '#ui/States.tsx';

/** Neutral for an unknown status. */
export function statusTone(status: string | undefined): Tone {
  const own = tones.get(status?.toLowerCase() ?? '');
  return own ?? (statusKind(status) === 'running' ? 'live' : 'none');
}

const tones = new Map<string, Tone>([
  ['cancel_requested', 'warn'],
  ['cancelled', 'stopped'],
  ['completed', 'ok'],
  ['error', 'bad'],
  ['user_error', 'bad'],
  ['failed', 'bad'],
]);
