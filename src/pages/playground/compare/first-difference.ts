// First difference of two growing texts.
import { formatCounted } from '#lib/format.ts';
import type { Choice } from '#run/choice.ts';
import { tokenAt } from '#run/token.ts';

/** `start`: length of the echoed prompt. */
export interface Side {
  readonly choice: Choice;
  readonly start: number;
}

interface FirstDifference {
  /** Common, whole, in the second text. */
  readonly tokens: number;
  /** Null while one text is a prefix of the other. */
  readonly token: number | null;
  /** Characters, second minus first. */
  readonly surplus: number;
}

const stretch = 512;

/** @returns continues and gives the current result */
export function createFirstDifference(first: Side, second: Side): () => FirstDifference {
  let same = 0;
  let hasDeparted = false;

  function advance(): void {
    while (!hasDeparted) {
      const one = first.choice.text.slice(first.start + same, first.start + same + stretch);
      const two = second.choice.text.slice(second.start + same, second.start + same + stretch);
      const length = Math.min(one.length, two.length);
      if (length === 0) return;
      const common = commonLength(one, two, length);
      same += common;
      hasDeparted = common < length;
    }
  }

  return () => {
    advance();
    const { choice, start } = second;
    const begin = start === 0 ? 0 : (tokenAt(choice, start) ?? 0);
    const end = start + same;
    const surplus = choice.text.length - start - (first.choice.text.length - first.start);
    if (end >= choice.text.length) return { tokens: choice.tokenCount - begin, token: null, surplus };
    const token = tokenAt(choice, end) ?? begin;
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
