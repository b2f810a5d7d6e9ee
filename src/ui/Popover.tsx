// Popover: the browser's own, beside its button.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { takeTypedAhead } from './LazyDialog.tsx';

interface PopoverProps {
  /** Named by the button's `popoverTarget`. */
  id: string;
  label: string;
  width?: 'w-96' | 'w-136';
  /** While open; `close` returns the focus. */
  children: (close: () => void) => ReactNode;
}

const gapPx = 4;
const marginPx = 8;

/** The browser keeps it on top and moves the focus. */
export function Popover({ id, label, width = 'w-96', children }: PopoverProps) {
  const box = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const handleMove = () => box.current && place(box.current);
    addEventListener('resize', handleMove);
    // Any ancestor of the button may scroll.
    addEventListener('scroll', handleMove, { capture: true, passive: true });
    return () => {
      removeEventListener('resize', handleMove);
      removeEventListener('scroll', handleMove, { capture: true });
    };
  }, [isOpen]);

  return (
    <dialog
      ref={box}
      id={id}
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Base UI looks for the attribute: without it, typing in a picker in here scrolls the page to its top
      role="dialog"
      popover="auto"
      aria-label={label}
      className={`popover ${width}`}
      onBeforeToggle={(event) => {
        if (event.newState !== 'open') return;
        place(event.currentTarget);
        takeTypedAhead();
        // Opened by script, too, its first field is there for the focus.
        flushSync(() => setOpen(true));
      }}
      onToggle={(event) => setOpen(event.newState === 'open')}
    >
      {isOpen && children(() => document.getElementById(id)?.hidePopover())}
    </dialog>
  );
}

// The box has a fixed width and takes the remaining height.
function place(box: HTMLElement) {
  const button = document.querySelector(`[popovertarget="${box.id}"]`);
  if (!button) return;
  const rect = button.getBoundingClientRect();
  const root = document.documentElement;
  const width = parseFloat(getComputedStyle(box).width);
  const below = root.clientHeight - rect.bottom;
  const isBelow = below >= 280 || below >= rect.top;
  const left = Math.max(marginPx, Math.min(rect.left, root.clientWidth - width - marginPx));
  box.style.left = `${left}px`;
  box.style.top = isBelow ? `${rect.bottom + gapPx}px` : 'auto';
  box.style.bottom = isBelow ? 'auto' : `${root.clientHeight - rect.top + gapPx}px`;
  box.style.maxHeight = `${(isBelow ? below : rect.top) - gapPx - marginPx}px`;
}
