// The views beside writing; each is loaded when it is first opened.
import { lazy, Suspense, type ComponentType } from 'react';
import { chunk } from '#ui/chunk.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import type { PlaygroundView } from './search.ts';
import { ViewFrame } from './ViewFrame.tsx';
import { ViewSwitch } from './ViewSwitch.tsx';

/** A view other than `write`. */
export type OtherView = Exclude<PlaygroundView, 'write'>;

const views: Readonly<Record<OtherView, ComponentType>> = {
  compare: lazy(async () => ({
    default: (await chunk(() => import('./compare/CompareView.tsx'))).CompareView,
  })),
  data: lazy(async () => ({ default: (await chunk(() => import('./data/DataView.tsx'))).DataView })),
  labs: lazy(async () => ({ default: (await chunk(() => import('./labs/LabsView.tsx'))).LabsView })),
};

const names: Readonly<Record<OtherView, string>> = {
  compare: 'The comparison',
  data: 'The data run',
  labs: 'The labs',
};

/** Draws the view in its own boundary: what fails in it takes nothing else down. */
export function View({ view }: { view: OtherView }) {
  const Content = views[view];
  return (
    <PanelBoundary key={view} name={names[view]}>
      <Suspense
        fallback={
          // With the switch, which has the focus while it is walked through by arrow keys.
          <ViewFrame bar={<ViewSwitch />}>
            <div className="p-6">
              <Loading />
            </div>
          </ViewFrame>
        }
      >
        <Content />
      </Suspense>
    </PanelBoundary>
  );
}
