// Which text each token id stands for, as the answers of one run have shown it.
import type { Recording } from '#pages/playground/recording.ts';
import { readToken } from '#pages/playground/tokens/token-facts.ts';

/**
 * Texts by id, in digits. A special token has its own text. Left out: tokens without an id or without text, and ids that a
 * number cannot hold exactly. Where an id came with several texts the first counts.
 */
export function learnedTokens({ lanes }: Pick<Recording, 'lanes'>): Map<string, string> {
  const seen = new Set<number>();
  const tokens = new Map<string, string>();
  for (const lane of lanes.values()) {
    lane.ids.view().forEach((id, token) => {
      if (!Number.isSafeInteger(id) || seen.has(id)) return;
      const { text } = readToken(lane, token);
      if (text === '') return;
      seen.add(id);
      tokens.set(String(id), text);
    });
  }
  return tokens;
}
