// First difference of two growing texts, compared incrementally.
import { formatCounted } from '#lib/format.ts';
import type { Choice } from '#run/choice.ts';
import { tokenAt } from '#run/token.ts';

/** A choice and the offset where the model's text starts. */
export interface Side {
  readonly lane: Choice;
  /** Length of the echoed prompt, or 0. */
  readonly start: number;
}

interface Departure {
  /** Common whole tokens, counted in the second text. */
  readonly tokens: number;
  /** First differing token of the second text; null while one text is a prefix of the other. */
  readonly token: number | null;
  /** Length of the second text minus the first, characters. */
  readonly surplus: number;
}

const stretch = 512;

/** Returns a function that continues the comparison and gives the current result. */
export function createDeparture(first: Side, second: Side): () => Departure {
  let same = 0;
  let hasDeparted = false;

  function advance(): void {
    while (!hasDeparted) {
      const one = first.lane.text.slice(first.start + same, first.start + same + stretch);
      const two = second.lane.text.slice(second.start + same, second.start + same + stretch);
      const length = Math.min(one.length, two.length);
      if (length === 0) return;
      const common = commonLength(one, two, length);
      same += common;
      hasDeparted = common < length;
    }
  }

  return () => {
    advance();
    const { lane, start } = second;
    const begin = start === 0 ? 0 : (tokenAt(lane, start) ?? 0);
    const end = start + same;
    const surplus = lane.text.length - start - (first.lane.text.length - first.start);
    if (end >= lane.text.length) return { tokens: lane.tokenCount - begin, token: null, surplus };
    const token = tokenAt(lane, end) ?? begin;
    return { tokens: token - begin, token: hasDeparted ? token : null, surplus };
  };
}

/** @param isGrowing one of the runs is still streaming */
export function describeDeparture({ tokens, token, surplus }: Departure, isGrowing: boolean): string {
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
