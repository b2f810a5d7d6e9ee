// Stop sequences applied to a received text.
import type { Choice } from '#run/choice.ts';
import { tokenAt } from '#run/token.ts';

export interface StopCut {
  readonly stop: string;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Including the one that completes the stop. */
  readonly tokensUsed: number;
  readonly tokensSaved: number;
}

/**
 * In the order generation would meet them: earliest end first, longest of several. Only the first cuts.
 * Ignores the echoed prompt.
 */
export function cutsOf(choice: Choice, stops: readonly string[]): readonly StopCut[] {
  const text = choice.text.toString();
  return stops
    .flatMap((stop) => {
      const start = stop === '' ? -1 : text.indexOf(stop, choice.promptLength);
      if (start === -1) return [];
      const end = start + stop.length;
      const tokensUsed = (tokenAt(choice, end - 1) ?? 0) + 1 - choice.promptTokenCount;
      return [{ stop, start, end, tokensUsed, tokensSaved: choice.answerTokenCount - tokensUsed }];
    })
    .toSorted((one, other) => one.end - other.end || one.start - other.start);
}

interface CutBlock {
  /** Offset in the choice's text. */
  readonly start: number;
  readonly kept: string;
  readonly hasStop: boolean;
  readonly dropped: string;
}

/** A stop that spans blocks is shown only in its first. */
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

export interface StopCount {
  readonly stop: string;
  /** Texts that contain it. */
  readonly found: number;
  /** Texts where it cuts first. */
  readonly cuts: number;
  readonly tokensSaved: number;
}

/** @param cuts per text, from `cutsOf` */
export function countStops(
  stops: readonly string[],
  cuts: readonly (readonly StopCut[])[],
): readonly StopCount[] {
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
