// Where a key leads from the token that the keyboard is at.
import type { Lane } from '#pages/playground/lane.ts';
import { stepBySurprise } from './surprise-steps.ts';

/**
 * Arrow keys move by a token, Page keys by fifty, Home and End to the ends, `l` to the next least likely and `L` back.
 * @param cursor null: the keyboard is at no token yet
 * @returns null for a key that leads nowhere
 */
export function tokenAfterKey(key: string, cursor: number | null, lane: Lane): number | null {
  if (lane.tokenCount === 0) return null;
  const last = lane.tokenCount - 1;
  const next = moves[key]?.(cursor, lane) ?? null;
  return next === null ? null : Math.min(last, Math.max(0, next));
}

const moves: Readonly<Record<string, (cursor: number | null, lane: Lane) => number | null>> = {
  ArrowRight: (cursor) => (cursor ?? -1) + 1,
  ArrowLeft: (cursor, lane) => (cursor ?? lane.tokenCount) - 1,
  PageDown: (cursor) => (cursor ?? -1) + 50,
  PageUp: (cursor, lane) => (cursor ?? lane.tokenCount) - 50,
  Home: () => 0,
  End: (_, lane) => lane.tokenCount - 1,
  l: (cursor, lane) => surprising(cursor, lane, 'next'),
  L: (cursor, lane) => surprising(cursor, lane, 'previous'),
};

function surprising(cursor: number | null, lane: Lane, direction: 'next' | 'previous'): number | null {
  const from = cursor === null ? null : { lane, token: cursor };
  return stepBySurprise([lane], from, direction)?.token ?? null;
}
