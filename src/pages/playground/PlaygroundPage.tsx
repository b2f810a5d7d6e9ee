// The playground: a prompt that a model continues, and the other ways to work with it.
import { useEffect, useEffectEvent, lazy, Suspense, type ComponentType } from 'react';
import { fillDraft } from '#draft/draft-store.ts';
import { onRunEnded } from '#run/request-pool.ts';
import { ViewFrame, ViewSwitch } from '#pages/playground/write/ViewFrame.tsx';
import { WriteView } from '#pages/playground/write/WriteView.tsx';
import { SearchContext, type SearchState, type PlaygroundView } from '#pages/playground/write/search.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { chunk } from '#ui/chunk.ts';

// Loaded with the first end: no run needs it. Without it the pace of this one is not known later.
onRunEnded((run) => {
  import('#pages/playground/write/measured-throughput.ts').then(
    ({ noteMeasured }) => noteMeasured(run),
    () => undefined,
  );
});

/** The address decides which view is open. */
export function PlaygroundPage({ search, changeSearch }: SearchState) {
  const { view = 'write', model } = search;

  // A link from another page names the model to ask: it moves into the draft, and out of the address.
  const takeModel = useEffectEvent((arrived: string) => {
    fillDraft({ model: arrived }, { how: 'link' });
    changeSearch({ model: undefined }, 'replace');
  });
  useEffect(() => {
    if (model !== undefined) takeModel(model);
  }, [model]);

  return (
    <SearchContext value={{ search, changeSearch }}>
      {view === 'write' ? <WriteView /> : <View view={view} />}
    </SearchContext>
  );
}

/** A view other than `write`. */
type OtherView = Exclude<PlaygroundView, 'write'>;

const views: Readonly<Record<OtherView, ComponentType>> = {
  compare: lazy(async () => ({
    default: (await chunk(() => import('#pages/playground/compare/CompareView.tsx'))).CompareView,
  })),
  data: lazy(async () => ({
    default: (await chunk(() => import('#pages/playground/data/DataView.tsx'))).DataView,
  })),
  labs: lazy(async () => ({
    default: (await chunk(() => import('#pages/playground/labs/LabsView.tsx'))).LabsView,
  })),
};

const names: Readonly<Record<OtherView, string>> = {
  compare: 'The comparison',
  data: 'The data run',
  labs: 'The labs',
};

/** Draws the view in its own boundary: what fails in it takes nothing else down. */
function View({ view }: { view: OtherView }) {
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
