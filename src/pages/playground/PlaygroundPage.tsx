// Playground page: lazy views by URL.
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { noteAnswered } from '#connection/store.ts';
import { fillDraft, focusField } from '#draft/draft-store.ts';
import { onRunEnded } from '#run/request-pool.ts';
import { ViewFrame, ViewSwitch } from '#pages/playground/write/ViewFrame.tsx';
import type { SideTab } from '#pages/playground/write/SidePanel.tsx';
import { WriteView } from '#pages/playground/write/WriteView.tsx';
import { SearchContext, type SearchState, type PlaygroundView } from '#pages/playground/write/search.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { touch } from '#ui/use-media.ts';

export { readPlaygroundSearch as readSearch } from '#pages/playground/write/search.ts';

onRunEnded((run) => {
  // The service may be gone: the connection is checked.
  if (run.state.phase === 'ended' && run.state.error?.kind === 'cut') noteAnswered(run.connectionId, false);
  // Lazy; a failed load loses only this run's throughput, or its token texts beside biases.
  import('#pages/playground/write/measured-throughput.ts').then(
    ({ noteMeasured }) => noteMeasured(run),
    () => undefined,
  );
  import('#run/token-names.ts').then(
    ({ learn }) => learn(run),
    () => undefined,
  );
});

export function PlaygroundPage({ search, changeSearch }: SearchState) {
  const { view = 'write', model } = search;
  const sideTab = useState<SideTab>('parameters');

  // From the address into the draft.
  const takeModel = useEffectEvent((arrived: string) => {
    fillDraft({ model: arrived }, { how: 'link' });
    changeSearch({ model: undefined }, 'replace');
    if (!touch.matches) focusField('prompt');
  });
  useEffect(() => {
    if (model !== undefined) takeModel(model);
  }, [model]);

  return (
    <SearchContext value={{ search, changeSearch }}>
      {view === 'write' ? (
        <WriteView beginning={Beginning} answerAct={AddToCompare} sideTab={sideTab} />
      ) : (
        <View view={view} />
      )}
    </SearchContext>
  );
}

const Examples = lazyPart(() => import('./Examples.tsx'), 'Examples');

function Beginning({ onRun }: { onRun: () => void }) {
  return (
    <PanelBoundary name="The examples" whileLoading={null}>
      <Examples onRun={onRun} />
    </PanelBoundary>
  );
}

const AddToCompare = lazyPart(() => import('./AddToCompare.tsx'), 'AddToCompare');

type OtherView = Exclude<PlaygroundView, 'write'>;

const views: Readonly<Record<OtherView, ComponentType>> = {
  compare: lazyPart(() => import('#pages/playground/compare/CompareView.tsx'), 'CompareView'),
  data: lazyPart(() => import('#pages/playground/data/DataView.tsx'), 'DataView'),
  labs: lazyPart(() => import('#pages/playground/labs/LabsView.tsx'), 'LabsView'),
};

function View({ view }: { view: OtherView }) {
  const Content = views[view];
  return (
    <PanelBoundary
      key={view}
      name="This view"
      whileLoading={
        // The view switch keeps the focus during arrow-key navigation.
        <ViewFrame bar={<ViewSwitch />}>
          <div className="p-6">
            <Loading />
          </div>
        </ViewFrame>
      }
    >
      <Content />
    </PanelBoundary>
  );
}
