// Growing text of a choice, in blocks with heat.
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { wellFormed } from '#lib/unicode.ts';
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { announce, announcePinned, TokenFocusMark } from './TokenCard.tsx';
import { createBlockPainter, drawText, isPainted } from './block-painter.ts';
import { useMarks, type TextMarks, type TokenReading } from './heat.ts';
import { usePinnedToken } from './pinned-token.ts';
import { useTokenFocus } from './use-token-focus.ts';

const PinnedToken = lazyPart(() => import('./PinnedToken.tsx'), 'PinnedToken');

interface TokenTextProps {
  /** Needs a key per choice. */
  choice: Choice;
  isReceiving: boolean;
  isHeated: boolean;
  label: string;
  /** Null: a pinned card has no actions. */
  run?: Run | null;
  /** Constant while it reads the same. */
  reading?: TokenReading;
}

/** Native selection, find and copy. One tab stop; arrow keys move. */
export function TokenText(props: TokenTextProps) {
  const { choice, isReceiving, isHeated, label, run = null, reading } = props;
  const root = useRef<HTMLDivElement>(null);
  const { place, isByKeyboard, handlers } = useTokenFocus(choice, root, reading === undefined);
  const pinned = usePinnedToken((state) => (state.pinned?.choice === choice ? state.pinned.token : null));
  const { heat, stalls } = useMarks();
  const marks = useMemo<TextMarks>(
    () =>
      reading ? { heat: isHeated, stalls: false, paint: reading.paint } : { heat: heat && isHeated, stalls },
    // oxlint-disable-next-line react/exhaustive-deps -- repaints all at the end, when stalls are known
    [heat, isHeated, stalls, reading, isReceiving],
  );
  useCopyAsReceived(root);
  const { blocks } = choice.text;
  const drawnCount = useDrawnCount(blocks.length);
  return (
    <div className="relative has-[dialog,[data-card]]:z-1">
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
            choice={choice}
            start={block.start}
            text={block.text}
            marks={marks}
            hasCaret={isReceiving && index === blocks.length - 1}
          />
        ))}
        {place && (
          <TokenFocusMark choice={choice} place={place} hasCard={pinned === null && !reading} run={run} />
        )}
        {/* Always mounted: screen readers may miss a live region that appears with its text. */}
        <output className="sr-only">
          {pinned === null
            ? place && isByKeyboard && (reading?.describe(place.token) ?? announce(choice, place.token))
            : announcePinned(choice, pinned)}
        </output>
      </div>
      {pinned !== null && (
        <PanelBoundary name="The token's card" whileLoading={null}>
          <PinnedToken choice={choice} token={pinned} run={run} text={root} />
        </PanelBoundary>
      )}
    </div>
  );
}

interface HeatTextProps {
  /** Constant while mounted, like `start`. */
  choice: Choice;
  /** UTF-16 offset. */
  start: number;
  text: string;
  /** A new object repaints everything. */
  marks: TextMarks;
  hasCaret?: boolean;
}

/** Off-screen blocks skip layout and paint; selection, find and copy still work. */
const HeatText = memo(function HeatText(props: HeatTextProps) {
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
    painter.update(marks);
  }, [painter, text, marks]);
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

const blocksPerFrame = 100;

/** Draws a long text over several frames. */
function useDrawnCount(count: number): number {
  const [room, setRoom] = useState(blocksPerFrame);
  const isNearlyFull = room < count + blocksPerFrame / 2;
  useEffect(() => {
    if (!isNearlyFull) return undefined;
    const frame = requestAnimationFrame(() => setRoom(Math.min(room, count) + blocksPerFrame));
    return () => cancelAnimationFrame(frame);
  }, [isNearlyFull, room, count]);
  return Math.min(room, count);
}

/** Browsers would copy a line break between blocks. */
function useCopyAsReceived(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const handleCopy = (event: ClipboardEvent) => {
      const selection = getSelection();
      if (selection === null || selection.isCollapsed || event.clipboardData === null) return;
      event.clipboardData.setData('text/plain', selectedText(selection));
      event.preventDefault();
    };
    element.addEventListener('copy', handleCopy);
    return () => element.removeEventListener('copy', handleCopy);
  }, [root]);
}

/** An empty line separates the choices. */
function selectedText(selection: Selection): string {
  const range = selection.getRangeAt(0);
  const texts = new Map<Element | null, string>();
  for (const block of document.querySelectorAll('[data-block]')) {
    const node = block.lastChild;
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const from = range.startContainer === node ? range.startOffset : 0;
    const to = range.endContainer === node ? range.endOffset : node.length;
    const whole = block.parentElement;
    texts.set(whole, (texts.get(whole) ?? '') + node.data.slice(from, to));
  }
  return [...texts.values()].map(wellFormed).join('\n\n');
}
