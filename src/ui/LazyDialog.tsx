// Lazy dialog.
import { type ComponentProps, useLayoutEffect } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { Dialog } from './Dialog.tsx';
import { PanelBoundary } from './PanelBoundary.tsx';

const Loaded = lazyPart(() => import('./Dialog.tsx'), 'Dialog');

export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  useLayoutEffect(() => void takeTypedAhead(), []);
  return (
    <PanelBoundary name={props.title} whileLoading={<Opening onClose={props.onClose} />}>
      <Loaded {...props} />
    </PanelBoundary>
  );
}

let typedAhead = '';

/** Typed while loading; read once. */
export function takeTypedAhead(): string {
  const text = typedAhead;
  typedAhead = '';
  return text;
}

/** Takes Escape and text while loading. */
export function Opening({ onClose }: { onClose: () => void }) {
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { key } = event;
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isText) typedAhead += key;
      else if (key === 'Backspace') typedAhead = typedAhead.slice(0, -1);
      else if (key === 'Escape') onClose();
      else if (key !== 'Enter') return;
      event.preventDefault();
    };
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, [onClose]);
  return null;
}
