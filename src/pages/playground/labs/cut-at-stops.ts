// Where stop sequences would have cut a text that was already received.
import type { Choice } from '#run/choice.ts';
import { tokenAt } from '#run/token.ts';

/** One stop in one text. */
export interface StopCut {
  readonly stop: string;
  /** Where the stop begins, UTF-16 units of the lane's text: the text before it is kept, the stop itself is not. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  /** Tokens of the answer that would have been generated: up to and with the one that completes the stop. */
  readonly tokensUsed: number;
  /** Tokens of the lane that would not have been generated. */
  readonly tokensSaved: number;
}

/**
 * Every stop that the answer holds, in the order in which generation would have met them: the one that is complete first,
 * of several the longest. The first one cuts; stops that are not in the text are left out.
 * No stop cuts an echoed prompt.
 */
export function cutsOf(lane: Choice, stops: readonly string[]): readonly StopCut[] {
  const text = lane.text.toString();
  return stops
    .flatMap((stop) => {
      const start = stop === '' ? -1 : text.indexOf(stop, lane.promptLength);
      if (start === -1) return [];
      const end = start + stop.length;
      const tokensUsed = (tokenAt(lane, end - 1) ?? 0) + 1 - lane.promptTokenCount;
      return [{ stop, start, end, tokensUsed, tokensSaved: lane.answerTokenCount - tokensUsed }];
    })
    .toSorted((one, other) => one.end - other.end || one.start - other.start);
}

/** A part of an answer with what a cut makes of it; it is drawn by itself, and only near the window. */
interface CutBlock {
  /** Offset in the lane's text. */
  readonly start: number;
  readonly kept: string;
  /** Whether the stop begins in it, behind what is kept. */
  readonly hasStop: boolean;
  readonly dropped: string;
}

/** The answer in the blocks of its lane, each touched once. Where the stop goes on in a later block, that has no part of it. */
export function cutBlocks({ text, promptLength }: Choice, cut: StopCut | null): readonly CutBlock[] {
  const keptEnd = cut?.start ?? text.length;
  const droppedStart = cut?.end ?? text.length;
  return text.blocks.flatMap((block) => {
    const end = block.start + block.text.length;
    if (end <= promptLength) return [];
    const part = (from: number, to: number) =>
      block.text.slice(Math.max(0, from - block.start), Math.max(0, to - block.start));
    const kept = part(promptLength, keptEnd);
    const hasStop = cut !== null && cut.start >= block.start && cut.start < end;
    const dropped = part(droppedStart, end);
    return kept === '' && !hasStop && dropped === '' ? [] : [{ start: block.start, kept, hasStop, dropped }];
  });
}

/** What one stop would have done to all texts. */
export interface StopTally {
  readonly stop: string;
  /** Texts that hold it. */
  readonly found: number;
  /** Texts that it would have cut, being the first. */
  readonly cuts: number;
  /** Tokens that these cuts would have saved. */
  readonly tokensSaved: number;
}

/** One line a stop, in the given order. @param cuts of each text, as `cutsOf` gives them */
export function tallyOf(
  stops: readonly string[],
  cuts: readonly (readonly StopCut[])[],
): readonly StopTally[] {
  return stops.map((stop) => {
    const firsts = cuts.flatMap(([first]) => (first?.stop === stop ? [first] : []));
    return {
      stop,
      found: cuts.filter((each) => each.some((cut) => cut.stop === stop)).length,
      cuts: firsts.length,
      tokensSaved: firsts.reduce((sum, { tokensSaved }) => sum + tokensSaved, 0),
    };
  });
}
