// Which way of working with the prompt is open; the first thing in the bar of each.
import { Segmented } from '#ui/Segmented.tsx';
import { useSearchState } from './search-context.ts';
import type { PlaygroundView } from './search.ts';

/** The open view is part of the address. */
export function ViewSwitch() {
  const { search, changeSearch } = useSearchState();
  return (
    <Segmented
      aria-label="View"
      options={views}
      value={search.view ?? 'write'}
      onValue={(view) => changeSearch({ view, lab: search.lab })}
    />
  );
}

const views: readonly { readonly value: PlaygroundView; readonly label: string }[] = [
  { value: 'write', label: 'Write' },
  { value: 'compare', label: 'Compare' },
  { value: 'data', label: 'Data' },
  { value: 'labs', label: 'Labs' },
];
