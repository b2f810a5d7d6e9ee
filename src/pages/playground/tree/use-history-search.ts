// What a search of history has found, while it is typed and history grows.
import { useEffect, useState } from 'react';
import type { Archive } from './archive.ts';
import { searchStates, type SearchResult } from './search-states.ts';
import { wholeOutputs } from './whole-outputs.ts';

/**
 * @param text empty while nothing is searched
 * @param version of the archive: a later one is searched again
 * @returns what was found last, also while the next letter is searched; null before that, and while nothing is searched
 */
export function useHistorySearch(archive: Archive, text: string, version: number): SearchResult | null {
  const [found, setFound] = useState<(SearchResult & { readonly version: number }) | null>(null);
  useEffect(() => {
    if (text === '') return undefined;
    const search = new AbortController();
    const outputsOf = async (id: string) => (archive.recordingIds.has(id) ? wholeOutputs(archive, id) : null);
    const say = (result: SearchResult) => setFound({ ...result, version });
    void searchStates(archive.tree, text, { outputsOf, say, signal: search.signal });
    return () => search.abort();
  }, [archive, text, version]);
  return text === '' ? null : found;
}
