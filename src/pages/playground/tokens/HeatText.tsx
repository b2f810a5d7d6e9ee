// One text block with its heat canvas.
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Choice } from '#run/choice.ts';
import { createBlockPainter, isPainted, drawText } from './block-painter.ts';
import type { Marks } from './heat.ts';

interface HeatTextProps {
  /** Constant while mounted, like `start`. */
  choice: Choice;
  /** UTF-16 offset. */
  start: number;
  text: string;
  /** A new object repaints everything. */
  marks: Marks;
  hasCaret?: boolean;
}

/** Off-screen blocks skip layout and paint; selection, find and copy still work. */
export const HeatText = memo(function HeatText(props: HeatTextProps) {
  const { choice, start, text, marks, hasCaret = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [painter] = useState(() => createBlockPainter(choice, start));
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
        hidden={!isPainted(choice, marks)}
        className="absolute top-0 left-0 -z-1"
      />
    </div>
  );
});

// By CSS: the block keeps its one text node.
const caret = "after:ml-px after:border-l-2 after:border-act after:content-['']";
