// A lane's text as it grows, with the heat of its tokens behind it; every token can be looked at.
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Lane } from '#pages/playground/lane.ts';
import type { Run } from '#pages/playground/run.ts';
import { chunk } from '#ui/chunk.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { HeatText } from './HeatText.tsx';
import { useMarks } from './marks.ts';
import { usePinnedToken } from './pinned-token.ts';
import { announce, announcePinned, TokenFocusMark } from './TokenFocusMark.tsx';
import { useCopyAsReceived } from './use-copy-as-received.ts';
import { useTokenFocus } from './use-token-focus.ts';

const PinnedToken = lazy(async () => ({
  default: (await chunk(() => import('./PinnedToken.tsx'))).PinnedToken,
}));

interface TokenTextProps {
  /** Mounted anew for another lane: its key says which. */
  lane: Lane;
  /** Shows the caret behind the text. */
  isReceiving: boolean;
  isHeated: boolean;
  label: string;
  /** The run that the lane belongs to; without it a card can be pinned and read, and nothing done with it. */
  run?: Run | null;
}

/** Text as text: native selection, search and copy work. One tab stop; the arrow keys then move from token to token. */
export function TokenText({ lane, isReceiving, isHeated, label, run = null }: TokenTextProps) {
  const root = useRef<HTMLDivElement>(null);
  const { place, isByKeyboard, handlers } = useTokenFocus(lane, root);
  const pinned = usePinnedToken((state) => (state.pinned?.lane === lane ? state.pinned.token : null));
  const { heat, stalls } = useMarks();
  const marks = useMemo(() => ({ heat: heat && isHeated, stalls }), [heat, isHeated, stalls]);
  useCopyAsReceived(root);
  const { blocks } = lane.text;
  const drawnCount = useDrawnCount(blocks.length);
  return (
    <div className="relative has-[dialog]:z-1">
      <div
        ref={root}
        role="textbox"
        aria-readonly="true"
        aria-multiline="true"
        aria-label={label}
        aria-busy={isReceiving}
        tabIndex={0}
        {...handlers}
        className="relative isolate wrap-anywhere whitespace-pre-wrap outline-none focus-visible:shadow-[-2px_0_0_var(--act)]"
      >
        {blocks.slice(0, drawnCount).map((block, index) => (
          <HeatText
            key={block.start}
            lane={lane}
            start={block.start}
            text={block.text}
            marks={marks}
            hasCaret={isReceiving && index === blocks.length - 1}
          />
        ))}
        {place && <TokenFocusMark lane={lane} place={place} hasCard={pinned === null} />}
        {/* Here before its words: a screen reader may miss a region that comes with them. */}
        <output className="sr-only">
          {pinned === null
            ? place && isByKeyboard && announce(lane, place.token)
            : announcePinned(lane, pinned)}
        </output>
      </div>
      {pinned !== null && (
        <PanelBoundary name="The token's card">
          <Suspense>
            <PinnedToken lane={lane} token={pinned} run={run} text={root} />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}

/** Blocks that a frame adds to a text that comes all at once. */
const blocksAFrame = 100;

/** How many of the blocks are drawn: a long text that is there at once takes several frames, a growing one is never behind. */
function useDrawnCount(count: number): number {
  const [room, setRoom] = useState(blocksAFrame);
  const isNearlyFull = room < count + blocksAFrame / 2;
  useEffect(() => {
    if (!isNearlyFull) return undefined;
    const frame = requestAnimationFrame(() => setRoom(Math.min(room, count) + blocksAFrame));
    return () => cancelAnimationFrame(frame);
  }, [isNearlyFull, room, count]);
  return Math.min(room, count);
}
