// One block of the compared text: plain text in one node, its differences painted behind it while it is near the window.
import { useEffect, useRef } from 'react';
import { watchEmberColours } from '#pages/playground/tokens/heat.ts';
import { watchBox } from '#pages/playground/tokens/block-painter.ts';
import type { AlignedPart } from './align.ts';
import { paintParts } from './paint-parts.ts';

interface PartsBlockProps {
  /** Offset of the block in the text, UTF-16 units. */
  start: number;
  text: string;
  /** Of the whole text. */
  parts: readonly AlignedPart[];
}

/** A canvas far from the window holds no memory. */
export function PartsBlock({ start, text, parts }: PartsBlockProps) {
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
