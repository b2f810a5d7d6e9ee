// The words and the sign of each state that a connection can be in.
import type { Tone } from '#ui/Status.tsx';
import type { ConnectionState } from './use-connection-check.ts';

/** One word and one shape; never the colour alone. */
export const stateWords: Readonly<Record<ConnectionState, { readonly tone: Tone; readonly word: string }>> = {
  checking: { tone: 'none', word: 'checking' },
  connected: { tone: 'ok', word: 'connected' },
  refused: { tone: 'bad', word: 'refused' },
  offline: { tone: 'bad', word: 'unreachable' },
  failing: { tone: 'warn', word: 'failing' },
};
