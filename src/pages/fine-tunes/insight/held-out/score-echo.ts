// How well a model expects a text: the log probabilities of the text's own tokens, from one answer that echoes it.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { CompletionView, PieceToken } from '#api/view.ts';
import type { Sample } from './samples.ts';

/** The score of one text under one model. */
export interface EchoScore {
  /** −log p in natural logarithms, of all tokens that have one: the first of a text has none. */
  readonly nats: number;
  readonly tokens: number;
  /** Bytes in UTF-8 of the text from the first token that counts: what models with different tokens can be compared by. */
  readonly bytes: number;
}

/** The request that scores a text. A service must be asked for at least one new token. */
export function echoRequest(model: string, text: string): CompletionRequest {
  return { model, prompt: text, max_tokens: 1, temperature: 0, echo: true, logprobs: 1 };
}

/** Null where the answer does not echo the text, or has no log probabilities of what is scored. */
export function scoreEcho(view: CompletionView, { text, from }: Sample): EchoScore | null {
  const tokens = echoedTokens(view, text);
  if (tokens === null) return null;
  let [nats, count, end, first] = [0, 0, 0, text.length];
  for (const token of tokens) {
    const start = end;
    end += token.special ? 0 : token.text.length;
    // One that begins in the prompt is the prompt's.
    if (start < from || token.special || token.logprob === null || !Number.isFinite(token.logprob)) continue;
    nats -= token.logprob;
    count += 1;
    first = Math.min(first, start);
  }
  return count === 0
    ? null
    : { nats, tokens: count, bytes: new TextEncoder().encode(text.slice(first)).length };
}

/** The tokens of the text alone. The echo stands in a part of its own, or before the new text of the choice. */
function echoedTokens({ prompt, pieces }: CompletionView, text: string): readonly PieceToken[] | null {
  const parts = prompt ?? pieces.filter(({ index }) => index === 0);
  const whole = parts.map((part) => part.text).join('');
  const begin = prompt === null ? (whole.startsWith(text) ? 0 : -1) : whole.indexOf(text);
  if (begin < 0) return null;
  const tokens: PieceToken[] = [];
  let end = 0;
  for (const token of parts.flatMap((part) => part.tokens)) {
    if (end >= begin + text.length) break;
    if (end >= begin) tokens.push(token);
    end += token.special ? 0 : token.text.length;
  }
  return tokens;
}
