// The card of a token that stays: what is known of it, and what can be done there.
import { useEffect, useRef, type RefObject } from 'react';
import type { Lane } from '#pages/playground/lane.ts';
import type { Run } from '#pages/playground/run.ts';
import { useCommands } from '#ui/commands.ts';
import { IconButton } from '#ui/Button.tsx';
import { unpinToken } from './pinned-token.ts';
import { TokenActs } from './TokenActs.tsx';
import { TokenCard } from './TokenCard.tsx';
import { TokenOutline } from './TokenOutline.tsx';
import { usePlace } from './use-place.ts';

/** Width of the card, CSS pixels; a phone has room for it. */
const width = 344;

interface PinnedTokenProps {
  lane: Lane;
  token: number;
  /** Null: nothing can be done at the token. */
  run: Run | null;
  /** The element that holds the text; this stands beside it, in the same positioned box. */
  text: RefObject<HTMLElement | null>;
}

/** A dialog that takes nothing away: the text behind it can be read, pointed at and moved in by keys. Escape lets go. */
export function PinnedToken({ lane, token, run, text }: PinnedTokenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = usePlace(lane, token, text, width);
  useCommands([{ title: 'Close the token', keys: 'Escape', run: handleEscape }]);
  function handleEscape() {
    if (dialog.current?.contains(document.activeElement) === true) text.current?.focus();
    unpinToken();
  }
  const placed = place?.token ?? null;
  useEffect(() => {
    if (placed !== null) dialog.current?.scrollIntoView({ block: 'nearest' });
  }, [placed]);
  if (place === null) return null;
  return (
    <>
      <TokenOutline rects={place.rects} />
      <dialog
        ref={dialog}
        open
        aria-label={`Token ${token + 1}`}
        style={{ ...place.card, width }}
        className="absolute z-1 m-0 scroll-my-4 rounded-control border border-edge bg-panel p-0 font-sans text-base whitespace-normal shadow-float"
      >
        <div className="grid gap-0.5 py-2 pr-10 pl-3">
          <TokenCard lane={lane} token={token} />
        </div>
        {run && <TokenActs lane={lane} token={token} run={run} />}
        <div className="absolute top-1.5 right-1.5">
          <IconButton icon="cross" label="Close" onClick={unpinToken} />
        </div>
      </dialog>
    </>
  );
}
