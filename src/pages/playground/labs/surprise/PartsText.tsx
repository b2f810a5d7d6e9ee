// The compared text, part by part; one part can be shown where it stands.
import { memo, useEffect, useRef, type PointerEvent } from 'react';
import type { AlignedPart } from './align.ts';
import { differenceLook } from './difference-look.ts';

interface PartsTextProps {
  text: string;
  parts: readonly AlignedPart[];
  /** The part that is marked and brought into view; null for none. */
  current: number | null;
  onHover: (part: number | null) => void;
}

/** Plain text to select and copy; nothing is drawn again when a part is marked. */
export function PartsText({ text, parts, current, onHover }: PartsTextProps) {
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = current === null ? null : root.current?.querySelector(`[data-part="${current}"]`);
    if (!(element instanceof HTMLElement)) return undefined;
    element.dataset['current'] = '';
    element.scrollIntoView({ block: 'nearest' });
    return () => {
      delete element.dataset['current'];
    };
  }, [current]);

  return (
    <div
      ref={root}
      role="textbox"
      aria-readonly="true"
      aria-multiline="true"
      aria-label="Text, compared"
      tabIndex={0}
      onPointerMove={(event) => onHover(partUnder(event))}
      onPointerLeave={() => onHover(null)}
      className="min-h-0 overflow-y-auto font-mono text-token max-desk:max-h-[60dvh]"
    >
      <Parts text={text} parts={parts} />
    </div>
  );
}

const Parts = memo(function Parts({ text, parts }: Pick<PartsTextProps, 'text' | 'parts'>) {
  return (
    <div className="max-w-[92ch] px-0.5 wrap-anywhere whitespace-pre-wrap">
      {parts.map(({ start, end, difference }, position) => (
        <span
          key={start}
          data-part={position}
          style={differenceLook(difference)}
          className="scroll-my-12 rounded-token outline-act data-current:outline-2"
        >
          {text.slice(start, end)}
        </span>
      ))}
    </div>
  );
});

function partUnder({ target }: PointerEvent): number | null {
  const part = target instanceof Element ? target.closest('[data-part]') : null;
  return part instanceof HTMLElement ? Number(part.dataset['part']) : null;
}
