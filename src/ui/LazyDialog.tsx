// The dialog for what loads first: its code comes with the first press that opens one.
import { lazy, Suspense, type ComponentProps } from 'react';
import { chunk } from './chunk.ts';
import type { Dialog } from './Dialog.tsx';
import { PanelBoundary } from './PanelBoundary.tsx';

const Loaded = lazy(async () => ({ default: (await chunk(() => import('./Dialog.tsx'))).Dialog }));

/** As Dialog. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <PanelBoundary name={props.title}>
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </PanelBoundary>
  );
}
