// First difference of two growing texts.
import { formatCounted } from '#lib/format.ts';
import type { Choice } from '#run/choice.ts';
import { tokenAt } from '#run/token.ts';

interface FirstDifference {
  /** Common, in the second text. Tokens are whole. */
  readonly same: number;
  /** Characters where tokens are unknown, or the two have cut the common text otherwise. */
  readonly unit: 'token' | 'character';
  /** Null while one text is a prefix of the other. */
  readonly token: number | null;
  /** Characters, second minus first. */
  readonly surplus: number;
}

const stretch = 512;

/** Without echoed prompts. @returns continues and gives the current result */
export function createFirstDifference(first: Choice, second: Choice): () => FirstDifference {
  let same = 0;
  let hasDeparted = false;

  function advance(): void {
    while (!hasDeparted) {
      const [one = '', two = ''] = [first, second].map(({ text, promptLength }) =>
        text.slice(promptLength + same, promptLength + same + stretch),
      );
      const length = Math.min(one.length, two.length);
      if (length === 0) return;
      const common = commonLength(one, two);
      same += common;
      hasDeparted = common < length;
    }
  }

  return () => {
    advance();
    const { promptTokenCount: begin, promptLength, tokenCount, text } = second;
    const surplus = text.length - promptLength - (first.text.length - first.promptLength);
    const count = tokensIn(second, same);
    const isByText = (tokenCount > begin && isPiece(second, begin)) || count !== tokensIn(first, same);
    return {
      same: isByText ? same : count,
      unit: isByText ? 'character' : 'token',
      token: hasDeparted && promptLength + same < text.length ? begin + count : null,
      surplus,
    };
  };
}

/** Whole tokens in the first `length` characters of the answer. */
function tokensIn(choice: Choice, length: number): number {
  const { promptTokenCount: begin, promptLength, tokenCount, text } = choice;
  const end = promptLength + length;
  return (end >= text.length ? tokenCount : (tokenAt(choice, end) ?? begin)) - begin;
}

/** @param isGrowing either run still streams */
export function describeDifference(
  { same, unit, token, surplus }: FirstDifference,
  isGrowing: boolean,
): string {
  const shared = formatCounted(same, unit);
  if (token === null && isGrowing) return same === 0 ? '' : `same so far: ${shared}`;
  if (token === null && surplus === 0) return 'identical';
  if (same === 0) return `diverges at ${unit} 1`;
  if (token !== null) return `same for ${shared}`;
  return `same for ${shared}, then ${surplus > 0 ? 'it continues' : 'it ends'}`;
}

/** Neither an id nor a logprob: an answer, or a part of it, in one piece. */
export function isPiece({ ids, logprobs }: Choice, token: number): boolean {
  return Number.isNaN(ids.at(token)) && Number.isNaN(logprobs.at(token));
}

/** Of their beginnings, in UTF-16 units. */
export function commonLength(one: string, two: string): number {
  const length = Math.min(one.length, two.length);
  for (let index = 0; index < length; index += 1) {
    if (one.charCodeAt(index) !== two.charCodeAt(index)) return index;
  }
  return length;
}
