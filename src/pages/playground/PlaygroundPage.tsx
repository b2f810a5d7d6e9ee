// The playground: a prompt that a model continues, and the other ways to work with it.
import { SearchContext, type SearchState } from './search-context.ts';
import { View } from './views.tsx';
import { WriteView } from './WriteView.tsx';

/** The address decides which view is open. */
export function PlaygroundPage({ search, changeSearch }: SearchState) {
  const { view = 'write' } = search;
  return (
    <SearchContext value={{ search, changeSearch }}>
      {view === 'write' ? <WriteView /> : <View view={view} />}
    </SearchContext>
  );
}
