// Canvas painter of token heat and stalls.
import type { Choice } from '#run/choice.ts';
import { tokenAt, tokenStart } from '#run/token.ts';
import {
  emberColours,
  inkColour,
  isHeatUnderlined,
  heatStop,
  type TextMarks,
  type TokenPaint,
} from './heat.ts';
import { stallBefore } from './stalls.ts';

/** The element holds one text node and a canvas behind it. */
export interface HeatBlock {
  readonly choice: Choice;
  /** UTF-16 offset. */
  readonly start: number;
  readonly length: number;
  readonly node: Text;
  readonly box: HTMLElement;
  readonly canvas: HTMLCanvasElement;
}

/** CSS pixels; resizing costs as much as the canvas is large. */
const heightStep = 72;

/** CSS pixels. */
const radius = 2;

/** Per stop, CSS pixels. */
const underlineStep = 0.75;

/** CSS pixels. */
const stallWidth = 2;

/**
 * @param from first token (0: all)
 * @returns where to start once the block has grown: the line before the last, since a growing word may wrap
 */
export function paintHeat(block: HeatBlock, from: number, marks: TextMarks): number {
  const { choice, start, length, canvas, box } = block;
  const { promptTokenCount } = choice;
  const first = tokenAt(choice, start);
  const last = tokenAt(choice, start + length - 1);
  const context = canvas.getContext('2d');
  if (first === null || last === null || context === null || length === 0) return from;
  const frame = box.getBoundingClientRect();
  const grown = fitCanvas(canvas, frame);
  const begin = grown ? first : Math.max(first, from);
  const top = begin === first ? 0 : topOf(block, begin, frame);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, top, frame.width, frame.height - top);
  const colours = emberColours();
  const isUnderlined = isHeatUnderlined();
  const paintOf = (token: number): TokenPaint => {
    const stop = heatStop(choice.logprobs.at(token));
    return { stop, line: isUnderlined ? stop * underlineStep : null };
  };
  const range = document.createRange();
  let lineTop = Number.NEGATIVE_INFINITY;
  let [lineBefore, lineStart] = [begin, begin];
  // Earlier tokens on the same line were cleared too.
  for (let token = firstOfLine(block, begin, first, top, frame); token <= last; token += 1) {
    const { stop, line } = (marks.paint ?? paintOf)(token);
    const colour = marks.heat ? colours[stop - 1] : undefined;
    const isLate = marks.stalls && stallBefore(choice.arrivals, token) !== null;
    const isPrompt = token < promptTokenCount;
    if ((colour === undefined && !isLate && !isPrompt) || !select(range, block, token)) continue;
    const rects = range.getClientRects();
    const endTop = rects[rects.length - 1]?.top ?? lineTop;
    if (endTop > lineTop + 1) {
      [lineBefore, lineStart] = [lineStart, token];
      lineTop = endTop;
    }
    if (colour !== undefined) {
      context.fillStyle = line === null ? colour : inkColour();
      for (const rect of wrapsAfterSpace(range, rects) ? [...rects].slice(1) : rects) {
        const height = line ?? rect.height;
        context.beginPath();
        context.roundRect(
          rect.left - frame.left,
          rect.bottom - frame.top - height,
          rect.width,
          height,
          radius,
        );
        context.fill();
      }
    }
    if (isPrompt) {
      context.fillStyle = inkColour();
      for (const { left, bottom, width } of rects) {
        context.fillRect(left - frame.left, bottom - frame.top - 1, width, 1);
      }
    }
    const [head] = rects;
    if (!isLate || head === undefined) continue;
    context.fillStyle = inkColour();
    context.fillRect(head.left - frame.left, head.top - frame.top - 2, stallWidth, head.height + 4);
  }
  return lineBefore;
}

/** The space of such a word stays on the line before, where its heat would be a box beside nothing. Cuts the range. */
function wrapsAfterSpace(range: Range, rects: DOMRectList): boolean {
  const { startContainer: node, startOffset: from } = range;
  const [head, next] = rects;
  // At the beginning of an answer the space is a rectangle of its own, on the same line.
  if (head === undefined || next === undefined || next.top < head.bottom - 1) return false;
  if (node.textContent?.charAt(from) !== ' ') return false;
  range.setEnd(node, from + 1);
  return range.getBoundingClientRect().right > head.right - 1;
}

/** Client rectangles. */
export function rectsOf(block: HeatBlock, token: number): readonly DOMRect[] {
  const range = document.createRange();
  return select(range, block, token) ? [...range.getClientRects()] : [];
}

function select(range: Range, { choice, start, length, node }: HeatBlock, token: number): boolean {
  const from = Math.max(0, tokenStart(choice, token) - start);
  const to = Math.min(length, node.length, choice.ends.at(token) - start);
  if (from > to) return false;
  range.setStart(node, from);
  range.setEnd(node, to);
  return true;
}

function topOf(block: HeatBlock, token: number, frame: DOMRect): number {
  return (rectsOf(block, token)[0]?.top ?? frame.top) - frame.top;
}

function firstOfLine(block: HeatBlock, token: number, first: number, top: number, frame: DOMRect): number {
  let begin = token;
  while (begin > first && topOf(block, begin - 1, frame) >= top - 1) begin -= 1;
  // Clearing cut a token that begins above and ends on this line.
  return Math.max(first, begin - 1);
}

/** In steps, because resizing clears it. @returns whether it was resized */
export function fitCanvas(
  canvas: Size & { readonly style: { width: string; height: string } },
  frame: Readonly<Size>,
): boolean {
  const width = Math.ceil(frame.width * devicePixelRatio);
  // Canvas sizes are integers.
  const height = Math.round(Math.ceil(frame.height / heightStep) * heightStep * devicePixelRatio);
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  canvas.style.width = `${width / devicePixelRatio}px`;
  canvas.style.height = `${height / devicePixelRatio}px`;
  return true;
}

interface Size {
  width: number;
  height: number;
}
