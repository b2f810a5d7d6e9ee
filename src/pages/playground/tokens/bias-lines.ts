// The biases of a draft as lines, and one token among them.
import type { Draft } from '#draft/draft.ts';

type Lines = Draft['logit_bias'];

/** The bias of a token as it stands in the draft; null where it has none. `id` in digits. */
export function biasOf(lines: Lines, id: string): string | null {
  return lines.find(({ token }) => token.trim() === id)?.bias ?? null;
}

/** The lines with the bias of a token set, or taken out (null). A line that it has already keeps its place. */
export function withBias(lines: Lines, id: string, bias: string | null): Lines {
  if (bias === null) return lines.filter(({ token }) => token.trim() !== id);
  if (biasOf(lines, id) === null) return [...lines, { token: id, bias }];
  return lines.map((line) => (line.token.trim() === id ? { token: id, bias } : line));
}
