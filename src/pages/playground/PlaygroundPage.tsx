// The playground: a prompt that a model continues, and the other ways to work with it.
import { useEffect, useEffectEvent } from 'react';
import { fillDraft } from './fill-draft.ts';
import { SearchContext, type SearchState } from './search-context.ts';
import { View } from './views.tsx';
import { WriteView } from './WriteView.tsx';

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
