// How well a model expects a text: the log probabilities of the text's own tokens, from one answer that echoes it.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { CompletionView, PieceToken } from '#api/view.ts';

/** The score of one text under one model. */
export interface EchoScore {
  /** −log p in natural logarithms, of all tokens that have one: the first of a text has none. */
  readonly nats: number;
  readonly tokens: number;
  /** Bytes of the whole text in UTF-8: what models with different tokens can be compared by. */
  readonly bytes: number;
}

/** The request that scores a text. A service must be asked for at least one new token. */
export function echoRequest(model: string, text: string): CompletionRequest {
  return { model, prompt: text, max_tokens: 1, temperature: 0, echo: true, logprobs: 1 };
}

/** Null where the answer does not echo the text, or has no log probabilities of it. */
export function scoreEcho(view: CompletionView, text: string): EchoScore | null {
  const tokens = echoedTokens(view, text);
  if (tokens === null) return null;
  let [nats, count] = [0, 0];
  for (const { logprob, special } of tokens) {
    if (special || logprob === null || !Number.isFinite(logprob)) continue;
    nats -= logprob;
    count += 1;
  }
  return count === 0 ? null : { nats, tokens: count, bytes: new TextEncoder().encode(text).length };
}

/** The echo stands in a part of its own, or before the new text of the choice. */
function echoedTokens({ prompt, pieces }: CompletionView, text: string): readonly PieceToken[] | null {
  if (prompt !== null) {
    const isWhole = prompt
      .map((part) => part.text)
      .join('')
      .includes(text);
    return isWhole ? prompt.flatMap((part) => part.tokens) : null;
  }
  const choice = pieces.filter(({ index }) => index === 0);
  if (
    !choice
      .map((piece) => piece.text)
      .join('')
      .startsWith(text)
  )
    return null;
  const tokens: PieceToken[] = [];
  let length = 0;
  for (const token of choice.flatMap((piece) => piece.tokens)) {
    if (length >= text.length) break;
    tokens.push(token);
    length += token.special ? 0 : token.text.length;
  }
  return tokens;
}
