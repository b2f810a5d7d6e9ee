// The text of a column's run as it grows, with its heat, the place where it departs, and how it failed.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import { drawnToken, placeOf } from '#pages/playground/tokens/blocks.ts';
import type { Choice } from '#run/choice.ts';
import { isRunning, type Run } from '#run/run.ts';
import type { Comparison } from './comparison.ts';
import { useGrowth } from './use-column-run.ts';

interface ColumnTextProps {
  comparison: Comparison;
  run: Run;
  /** Where the first choice departs from what it is compared with; null where it does not. */
  departureToken: number | null;
  label: string;
}

/** All choices under each other; the first one carries the mark. */
export function ColumnText({ comparison, run, departureToken, label }: ColumnTextProps) {
  useGrowth(comparison, run);
  const lanes = [...run.recording.lanes.values()].toSorted((one, other) => one.index - other.index);
  const isReceiving = isRunning(run);
  return (
    <div className="grid gap-5">
      {lanes.map((lane, order) => (
        <div key={`${run.id} ${lane.index}`} className="min-w-0">
          {lanes.length > 1 && (
            <p className="mb-1 border-b border-line font-sans text-label text-faint">choice {lane.index}</p>
          )}
          <MarkedText
            lane={lane}
            token={order === 0 ? departureToken : null}
            isReceiving={isReceiving && lane.finishReason === null}
            label={lanes.length > 1 ? `${label}, choice ${lane.index}` : label}
          />
        </div>
      ))}
    </div>
  );
}

interface MarkedTextProps {
  lane: Choice;
  token: number | null;
  isReceiving: boolean;
  label: string;
}

function MarkedText({ lane, token, isReceiving, label }: MarkedTextProps) {
  const frame = useRef<HTMLDivElement>(null);
  const rect = useTokenRect(frame, lane, token);
  return (
    <div ref={frame} className="relative">
      <TokenText lane={lane} isReceiving={isReceiving} isHeated label={label} />
      {rect && (
        <span
          data-departure=""
          aria-hidden="true"
          className="pointer-events-none absolute border-l-2 border-act"
          style={rect}
        />
      )}
    </div>
  );
}

type Rect = { readonly left: number; readonly top: number; readonly height: number };

/** Where a token begins, measured again when the width changes. */
function useTokenRect(
  frame: RefObject<HTMLDivElement | null>,
  lane: Choice,
  token: number | null,
): Rect | null {
  const [rect, setRect] = useState<Rect | null>(null);
  useLayoutEffect(() => {
    const root = frame.current;
    if (root === null || token === null) return undefined;
    const measure = () => {
      const drawn = drawnToken(root, lane, token);
      const first = drawn && placeOf(root, drawn).rects[0];
      setRect(first ? { left: first.left - 1, top: first.top, height: first.height } : null);
    };
    // The observer speaks once at its beginning, after the blocks are drawn.
    let { clientWidth: width } = root;
    measure();
    const size = new ResizeObserver(() => {
      if (root.clientWidth === width) return;
      width = root.clientWidth;
      measure();
    });
    size.observe(root);
    const later = requestAnimationFrame(measure);
    return () => {
      size.disconnect();
      cancelAnimationFrame(later);
    };
  }, [frame, lane, token]);
  return token === null ? null : rect;
}
