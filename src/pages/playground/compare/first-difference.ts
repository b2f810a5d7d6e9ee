// First difference of two growing texts.
import { formatCounted } from '#lib/format.ts';
import type { Choice } from '#run/choice.ts';
import { tokenAt } from '#run/token.ts';

interface FirstDifference {
  /** Common, whole, in the second text. */
  readonly tokens: number;
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
      const common = commonLength(one, two, length);
      same += common;
      hasDeparted = common < length;
    }
  }

  return () => {
    advance();
    const { promptTokenCount: begin, promptLength, tokenCount, text } = second;
    const end = promptLength + same;
    const surplus = text.length - promptLength - (first.text.length - first.promptLength);
    if (end >= text.length) return { tokens: tokenCount - begin, token: null, surplus };
    const token = tokenAt(second, end) ?? begin;
    return { tokens: token - begin, token: hasDeparted ? token : null, surplus };
  };
}

/** @param isGrowing either run still streams */
export function describeDifference({ tokens, token, surplus }: FirstDifference, isGrowing: boolean): string {
  const same = formatCounted(tokens, 'token');
  if (token !== null) return tokens === 0 ? 'diverges at token 1' : `same for ${same}`;
  if (isGrowing) return tokens === 0 ? '' : `same so far: ${same}`;
  if (surplus === 0) return 'identical';
  return `same for ${same}, then ${surplus > 0 ? 'it continues' : 'it ends'}`;
}

function commonLength(one: string, two: string, length: number): number {
  for (let index = 0; index < length; index += 1) {
    if (one.charCodeAt(index) !== two.charCodeAt(index)) return index;
  }
  return length;
}
