// One token's bias among bias lines.
import type { Draft } from '#draft/draft.ts';

type Lines = Draft['logit_bias'];

/** As typed. `id` in digits. */
export function biasOf(lines: Lines, id: string): string | null {
  return lines.find(({ token }) => token.trim() === id)?.bias ?? null;
}

/** Null removes it. */
export function withBias(lines: Lines, id: string, bias: string | null): Lines {
  if (bias === null) return lines.filter(({ token }) => token.trim() !== id);
  if (biasOf(lines, id) === null) return [...lines, { token: id, bias }];
  return lines.map((line) => (line.token.trim() === id ? { token: id, bias } : line));
}
