// Modal dialog: the browser's own.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './Button.tsx';

interface DialogProps {
  title: string;
  /** On Escape, close button and backdrop; the parent then unmounts it. */
  onClose: () => void;
  /** `bare`: no header, as in the command palette. */
  look?: 'plain' | 'bare';
  isWide?: boolean;
  children: ReactNode;
}

/** Open while mounted. Traps and restores the focus. */
export function Dialog({ title, onClose, look = 'plain', isWide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Content can take the focus only after the browser has focused the header.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (!(before instanceof HTMLElement)) return;
      // Chromium gives the focus back without the caret, and what is typed would be lost.
      before.blur();
      before.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className={`dialog animate-appear mx-auto mt-[max(1rem,10vh)] mb-4 max-h-[min(40rem,calc(100dvh-max(1rem,10vh)-1rem))] w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-control border border-edge bg-panel p-0 shadow-float open:flex ${isWide ? 'max-w-220' : 'max-w-136'}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {look === 'plain' && (
        <div className="flex h-bar shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
          <h2 className="font-strong">{title}</h2>
          <IconButton icon="cross" label="Close" onClick={onClose} />
        </div>
      )}
      <div className={`flex min-h-0 flex-auto flex-col ${look === 'plain' ? 'overflow-y-auto p-4' : ''}`}>
        {children}
      </div>
    </dialog>
  );
}
