// Where a key leads from the token that the keyboard is at.
import type { Lane } from '#pages/playground/lane.ts';
import { stepBySurprise } from './surprise-steps.ts';

/**
 * Arrow keys move by a token, Page keys by fifty, Home and End to the ends; `l` to the least likely, pressed again to the
 * next least likely, `L` back.
 * @param cursor null: the keyboard is at no token yet
 * @param isStepping whether the key before was `l` or `L`
 * @returns null for a key that leads nowhere
 */
export function tokenAfterKey(
  key: string,
  cursor: number | null,
  lane: Lane,
  isStepping: boolean,
): number | null {
  if (lane.tokenCount === 0) return null;
  const last = lane.tokenCount - 1;
  const from = isStepKey(key) && !isStepping ? null : cursor;
  const next = moves[key]?.(from, lane) ?? null;
  return next === null ? null : Math.min(last, Math.max(0, next));
}

/** Whether a key steps through the least likely tokens. */
export function isStepKey(key: string): boolean {
  return key === 'l' || key === 'L';
}

const moves: Readonly<Record<string, (cursor: number | null, lane: Lane) => number | null>> = {
  ArrowRight: (cursor) => (cursor ?? -1) + 1,
  ArrowLeft: (cursor, lane) => (cursor ?? lane.tokenCount) - 1,
  PageDown: (cursor) => (cursor ?? -1) + 50,
  PageUp: (cursor, lane) => (cursor ?? lane.tokenCount) - 50,
  Home: () => 0,
  End: (_, lane) => lane.tokenCount - 1,
  l: (cursor, lane) => surprising(cursor, lane, 'next'),
  L: (cursor, lane) => (cursor === null ? null : surprising(cursor, lane, 'previous')),
};

function surprising(cursor: number | null, lane: Lane, direction: 'next' | 'previous'): number | null {
  const from = cursor === null ? null : { lane, token: cursor };
  return stepBySurprise([lane], from, direction)?.token ?? null;
}
