// Lazy chunk of the dialog, loaded when first opened.
import { lazy, Suspense, useEffect, type ComponentProps } from 'react';
import { chunk } from './chunk.ts';
import type { Dialog } from './Dialog.tsx';
import { PanelBoundary } from './PanelBoundary.tsx';

const Loaded = lazy(async () => ({ default: (await chunk(() => import('./Dialog.tsx'))).Dialog }));

export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <PanelBoundary name={props.title}>
      <Suspense fallback={<Opening onClose={props.onClose} />}>
        <Loaded {...props} />
      </Suspense>
    </PanelBoundary>
  );
}

/** Handles Escape while loading, so that nothing behind it does. */
function Opening({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, [onClose]);
  return null;
}
