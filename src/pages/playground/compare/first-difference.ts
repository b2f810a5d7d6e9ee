// Where a text departs from another one, while both still grow: what was compared is not compared again.
import { formatCounted } from '#lib/format.ts';
import type { Choice } from '#run/choice.ts';
import { tokenAt } from '#run/token.ts';

/** One of the two texts: a choice, and the offset at which the model's own text begins in it. */
export interface Side {
  readonly lane: Choice;
  /** Length of an echoed prompt; else 0. */
  readonly start: number;
}

/** How far two texts are the same. */
interface Departure {
  /** Whole tokens of the second text that the first one has, too. */
  readonly tokens: number;
  /** The token of the second text with which it departs; null as long as one is the beginning of the other. */
  readonly token: number | null;
  /** How many characters longer the second text is than the first. */
  readonly surplus: number;
}

/** Characters that are compared at once. */
const stretch = 512;

/** Gives a function that reads the departure as it is now. It reads on from where it stood. */
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

/** The departure in words. @param isGrowing one of the two texts is not over */
export function describeDeparture({ tokens, token, surplus }: Departure, isGrowing: boolean): string {
  const same = formatCounted(tokens, 'token');
  if (token !== null) return tokens === 0 ? 'diverges at token 1' : `same for ${same}`;
  if (isGrowing) return tokens === 0 ? '' : `same so far, ${same}`;
  if (surplus === 0) return 'the same text';
  return `same for ${same}, then ${surplus > 0 ? 'it continues' : 'it ends'}`;
}

function commonLength(one: string, two: string, length: number): number {
  for (let index = 0; index < length; index += 1) {
    if (one.charCodeAt(index) !== two.charCodeAt(index)) return index;
  }
  return length;
}
