// What lanes are compared by: their tokens, or the words of a text that came without token ids.
import type { Lane } from '#pages/playground/lane.ts';
import { tokenStart } from '#pages/playground/tokens/locate.ts';

/** A lane as a row of units that only grows. Together, and in order, they are the lane's text. */
export interface Units {
  readonly lane: Lane;
  /** Units known so far. @param isOver nothing more will come: what could still have grown is a unit now */
  count: (isOver: boolean) => number;
  /** Equal for two units, of whatever lane, that are the same token with the same text. */
  key: (unit: number) => string;
  /** Offset behind a unit in the lane's text; 0 for unit −1. */
  end: (unit: number) => number;
}

/** Tokens where the lane's first has an id, else words. A lane has to have a token. */
export function unitsOf(lane: Lane): Units {
  return Number.isNaN(lane.ids.at(0)) ? wordsOf(lane) : tokensOf(lane);
}

function tokensOf(lane: Lane): Units {
  return {
    lane,
    count: () => lane.tokenCount,
    // The id says which token it is, the text what it added here: the text is what a walk has to give back.
    key: (token) =>
      `${lane.ids.at(token)} ${lane.specials.get(token) ?? ''} ${lane.text.slice(tokenStart(lane, token), lane.ends.at(token))}`,
    end: (token) => (token < 0 ? 0 : lane.ends.at(token)),
  };
}

function wordsOf(lane: Lane): Units {
  const ends: number[] = [];
  const end = (word: number) => ends[word] ?? 0;
  return {
    lane,
    count(isOver) {
      const start = ends.at(-1) ?? 0;
      const rest = lane.text.slice(start, lane.text.length);
      for (const { index, 0: word } of rest.matchAll(/\s*\S+/gu)) {
        // The newest word may go on with the next event.
        if (isOver || index + word.length < rest.length) ends.push(start + index + word.length);
      }
      if (isOver && (ends.at(-1) ?? 0) < lane.text.length) ends.push(lane.text.length);
      return ends.length;
    },
    key: (word) => lane.text.slice(end(word - 1), end(word)),
    end,
  };
}
