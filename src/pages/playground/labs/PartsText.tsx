// Compared text with painted differences.
import { memo, useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import type { AlignedPart } from './align.ts';
import { TokenOutline } from '#pages/playground/tokens/TokenCard.tsx';
import { useCopyAsReceived } from '#pages/playground/tokens/TokenText.tsx';
import { watchBox } from '#pages/playground/tokens/block-painter.ts';
import { caretAt } from '#pages/playground/tokens/blocks.ts';
import { watchEmberColours } from '#pages/playground/tokens/heat.ts';
import { TextLog } from '#run/choice.ts';
import { rectsOf, paintParts, partAt } from './paint-parts.ts';

interface PartsTextProps {
  text: string;
  parts: readonly AlignedPart[];
  /** Marked and scrolled into view. */
  current: number | null;
  onHover: (part: number | null) => void;
}

/** Selectable text in few elements; marking a part redraws nothing. */
export function PartsText({ text, parts, current, onHover }: PartsTextProps) {
  const root = useRef<HTMLDivElement>(null);
  const [rects, setRects] = useState<readonly Rect[]>([]);
  useCopyAsReceived(root);

  useEffect(() => {
    const frame = root.current;
    const part = current === null ? undefined : parts[current];
    if (frame === null || part === undefined) {
      setRects([]);
      return undefined;
    }
    const measure = () => setRects(placeOf(frame, part));
    measure();
    showRange(frame, part);
    const size = new ResizeObserver(measure);
    size.observe(frame);
    return () => size.disconnect();
  }, [current, parts]);

  return (
    <div
      role="textbox"
      aria-readonly="true"
      aria-multiline="true"
      aria-label="Compared text"
      tabIndex={0}
      onPointerMove={(event) => onHover(partUnder(event, parts))}
      onPointerLeave={() => onHover(null)}
      data-scroll=""
      className="min-h-0 overflow-y-auto font-mono text-token max-desk:max-h-[60dvh]"
    >
      <div ref={root} dir="auto" className="relative max-w-[92ch] px-0.5 wrap-anywhere whitespace-pre-wrap">
        <Blocks text={text} parts={parts} />
        <span data-current="" hidden={rects.length === 0}>
          <TokenOutline rects={rects} />
        </span>
      </div>
    </div>
  );
}

const Blocks = memo(function Blocks({ text, parts }: Pick<PartsTextProps, 'text' | 'parts'>) {
  const blocks = useMemo(() => {
    const log = new TextLog();
    for (const { start, end } of parts) log.append(text.slice(start, end));
    return log.blocks;
  }, [text, parts]);
  return blocks.map((block) => (
    <PartsBlock key={block.start} start={block.start} text={block.text} parts={parts} />
  ));
});

type Rect = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** One per line, relative to the text. */
function placeOf(root: HTMLElement, part: AlignedPart): readonly Rect[] {
  const frame = root.getBoundingClientRect();
  return nodesOf(root)
    .flatMap((drawn) => rectsOf(drawn, part))
    .map(({ left, top, width, height }) => ({
      left: left - frame.left,
      top: top - frame.top,
      width,
      height,
    }));
}

function showRange(root: HTMLElement, part: AlignedPart): void {
  const scroller = root.closest('[data-scroll]');
  const [first] = nodesOf(root).flatMap((drawn) => rectsOf(drawn, part));
  if (scroller === null || first === undefined) return;
  const frame = scroller.getBoundingClientRect();
  const above = first.top - margin - frame.top;
  const below = first.bottom + margin - frame.bottom;
  if (above < 0) scroller.scrollBy({ top: above });
  else if (below > 0) scroller.scrollBy({ top: below });
  // On a narrow page the whole lab scrolls.
  scroller.scrollIntoView({ block: 'nearest' });
}

/** Two lines, CSS pixels. */
const margin = 48;

function nodesOf(root: HTMLElement): readonly { readonly node: Text; readonly start: number }[] {
  return [...root.querySelectorAll('[data-block]')].flatMap((box) => {
    const node = box.lastChild;
    const start = box instanceof HTMLElement ? Number(box.dataset['start']) : Number.NaN;
    return node instanceof Text ? [{ node, start }] : [];
  });
}

function partUnder({ clientX, clientY }: PointerEvent, parts: readonly AlignedPart[]): number | null {
  const caret = caretAt(clientX, clientY);
  const box = caret?.node.parentElement?.closest('[data-block]');
  if (caret === null || !(box instanceof HTMLElement)) return null;
  const offset = Number(box.dataset['start']) + caret.offset;
  // The caret snaps to the nearer side of a character; the point decides.
  const { node } = caret;
  if (!(node instanceof Text)) return null;
  const drawn = { node, start: Number(box.dataset['start']) };
  return (
    [partAt(parts, offset), partAt(parts, offset - 1)].find((position) => {
      const part = position === null ? undefined : parts[position];
      return part !== undefined && rectsOf(drawn, part).some((rect) => contains(rect, clientX, clientY));
    }) ?? null
  );
}

function contains({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

interface PartsBlockProps {
  /** UTF-16 offset in the text. */
  start: number;
  text: string;
  parts: readonly AlignedPart[];
}

/** Frees a canvas far outside the viewport. */
function PartsBlock({ start, text, parts }: PartsBlockProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = box.current;
    const behind = canvas.current;
    const node = element?.lastChild;
    if (element === null || behind === null || !(node instanceof Text)) return undefined;
    let isNear = false;
    const paint = () => {
      if (isNear) paintParts({ box: element, canvas: behind, node, start }, parts);
    };
    const endBox = watchBox(element, {
      onNear(near) {
        isNear = near;
        paint();
        if (!near) behind.width = 0;
      },
      onWidth: paint,
    });
    const endColours = watchEmberColours(paint);
    return () => {
      endBox();
      endColours();
    };
  }, [start, parts]);
  return (
    <div
      ref={box}
      data-block=""
      data-start={start}
      className="relative isolate overflow-clip [contain-intrinsic-block-size:auto_32rem] [content-visibility:auto]"
    >
      <canvas ref={canvas} width={0} height={0} aria-hidden="true" className="absolute top-0 left-0 -z-1" />
      {text}
    </div>
  );
}
