// One block of a lane's text with its heat behind it: plain text in one node, painted only while it is near the window.
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Choice } from '#run/choice.ts';
import { createBlockPainter, isPainted, drawText } from './block-painter.ts';
import type { Marks } from './heat.ts';

interface HeatTextProps {
  /** Neither the lane nor the start of a mounted block changes: its key holds both. */
  lane: Choice;
  /** Offset of the block in the lane's text. */
  start: number;
  text: string;
  /** What is painted behind the text; another object paints it anew. */
  marks: Marks;
  /** More text is on its way behind this block. */
  hasCaret?: boolean;
}

/** The browser skips layout and paint of blocks far away, and keeps native selection, search and copy over all of them. */
export const HeatText = memo(function HeatText(props: HeatTextProps) {
  const { lane, start, text, marks, hasCaret = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [painter] = useState(() => createBlockPainter(lane, start));
  useEffect(() => {
    if (box.current === null || canvas.current === null) return undefined;
    return painter.attach(box.current, canvas.current);
  }, [painter]);
  useLayoutEffect(() => {
    if (box.current !== null) drawText(box.current, text);
  }, [text]);
  useLayoutEffect(() => painter.update(marks), [painter, text, marks]);
  return (
    <div
      ref={box}
      data-block=""
      className={`relative isolate overflow-clip [contain-intrinsic-block-size:auto_32rem] [content-visibility:auto] ${hasCaret ? caret : ''}`}
    >
      <canvas
        ref={canvas}
        width={0}
        height={0}
        aria-hidden="true"
        hidden={!isPainted(lane, marks)}
        className="absolute top-0 left-0 -z-1"
      />
    </div>
  );
});

// Drawn by the style sheet, so that the block keeps its one text node.
const caret = "after:ml-px after:border-l-2 after:border-act after:content-['']";
