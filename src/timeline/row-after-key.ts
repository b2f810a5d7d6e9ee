// Which row a key moves to; silences and days are passed over.
import type { Row } from './rows.ts';

/** Null where the key means nothing here, or there is no row to go to. @param from -1 before the first key */
export function rowAfterKey(
  key: string,
  from: number,
  rows: readonly Row[],
  pageRows: number,
): number | null {
  const page = Math.max(1, pageRows - 1);
  const moves: Readonly<Record<string, readonly [to: number, step: 1 | -1]>> = {
    ArrowDown: [from + 1, 1],
    ArrowUp: [from === -1 ? rows.length - 1 : from - 1, -1],
    PageDown: [Math.min(rows.length - 1, Math.max(0, from) + page), 1],
    PageUp: [Math.max(0, from - page), -1],
    Home: [0, 1],
    End: [rows.length - 1, -1],
  };
  const move = moves[key];
  if (move === undefined) return null;
  const [to, step] = move;
  for (const way of [step, -step]) {
    for (let index = to; index >= 0 && index < rows.length; index += way) {
      const kind = rows[index]?.kind;
      if (kind === 'entry' || kind === 'fold') return index;
    }
  }
  return null;
}
