// How the status of a fine-tune looks.
import { statusKind } from '#api/fine-tune-status.ts';
import type { Tone } from '#ui/Status.tsx';

/** The tone of a status; neutral for a word that is not known. */
export function statusTone(status: string | undefined): Tone {
  const own = tones.get(status?.toLowerCase() ?? '');
  return own ?? (statusKind(status) === 'running' ? 'live' : 'none');
}

const tones = new Map<string, Tone>([
  ['cancel_requested', 'warn'],
  ['completed', 'ok'],
  ['error', 'bad'],
  ['user_error', 'bad'],
  ['failed', 'bad'],
]);
