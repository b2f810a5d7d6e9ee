// Tree of one session, and search across sessions.
import { useEffect, useId, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { create } from 'zustand';
import '#api/schema/jitless.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { StateCard } from './StateCard.tsx';
import { beginSession } from './session-commands.ts';
import { sessionsOf, treeRows } from './tree-rows.ts';
import { useArchiveVersion, archive, historyNavigator, showOpenState } from './history-controller.ts';
import { wholeOutputs } from './whole-outputs.ts';
import { useRun } from '#run/run-store.ts';
import { isPlayed, isRunning } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/States.tsx';
import { TextInput } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { StateList } from './StateList.tsx';
import { searchStates, type SearchResult } from './search-states.ts';

/** What a state is compared with. Outlives the panel, which another tab of it unmounts. */
const useLeft = create<{ readonly leftId: string | null }>(() => ({ leftId: null }));

/** Also after a reload. */
const usePinned = createStoredForm('inferdeck.pinned-state', z.object({ markedId: z.nullable(z.string()) }), {
  markedId: null,
});

export function StatesPanel() {
  const version = useArchiveVersion();
  const listId = useId();
  const run = useRun();
  const isBusy = isRunning(run);
  const isReplay = run !== null && isPlayed(run);
  const headId = historyNavigator.headId;
  const [chosen, setChosen] = useState<{ readonly headId: string | null; readonly rootId: string } | null>(
    null,
  );
  const [search, setSearch] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const { leftId } = useLeft();
  const { markedId } = usePinned();
  const wanted = search.trim();

  // The tree mutates in place: memos depend on its version.
  const sessions = useMemo(() => listed(version, () => sessionsOf(archive.tree)), [version]);
  const ownRootId = useMemo(() => listed(version, () => archive.tree.rootOf(headId)?.id), [version, headId]);
  const rootId = (chosen?.headId === headId ? chosen.rootId : ownRootId) ?? sessions[0]?.id ?? '';
  const result = useHistorySearch(wanted, version);
  const isSearching = wanted !== '';
  const rows = useMemo(
    () =>
      listed(version, () =>
        isSearching
          ? (result?.states ?? []).map((node) => ({ node, depth: 0, isBranch: false }))
          : treeRows(archive.tree, rootId),
      ),
    [version, rootId, isSearching, result],
  );
  const selected = rows.find(({ node }) => node.id === selectedId)?.node;
  const others = [
    { id: markedId, word: 'pinned' },
    { id: headId, word: 'open' },
    { id: leftId, word: 'last open' },
  ];

  function handleOpen(id: string) {
    setSelectedId(id);
    // Pending edits are part of the state being left.
    historyNavigator.settle();
    const left = historyNavigator.headId;
    if (left === id) {
      if (isReplay) showOpenState();
    } else if (historyNavigator.visit(id)) useLeft.setState({ leftId: left });
  }

  if (sessions.length === 0)
    return (
      <div className="p-4">
        <Empty title="No history yet">
          <p>Every run, edit and branch appears here. Nothing is ever overwritten.</p>
        </Empty>
      </div>
    );

  return (
    <>
      <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
        <div className="flex gap-2">
          <Select
            aria-label="Session"
            value={rootId}
            onValue={(id) => setChosen({ headId, rootId: id })}
            options={sessions.map(({ id, label, stateCount }) => ({
              value: id,
              label: `${label} · ${formatCount(stateCount)}`,
            }))}
            className="min-w-0 flex-1"
          />
          <Button disabled={isBusy} onClick={beginSession}>
            New session
          </Button>
        </div>
        <TextInput
          type="search"
          aria-label="Search history"
          placeholder="Search prompts, outputs, names, notes"
          value={search}
          onValue={setSearch}
        />
        <SearchReach search={result} />
      </div>
      {rows.length === 0 ? (
        <p className="flex-1 px-4 text-dense text-muted">
          {result === null ? '' : 'No state in any session matches.'}
        </p>
      ) : (
        <StateList
          key={wanted === '' ? rootId : 'search'}
          id={listId}
          rows={rows}
          search={wanted}
          headId={headId}
          markedId={markedId}
          selectedId={selected?.id ?? null}
          onSelect={setSelectedId}
          onOpen={handleOpen}
        />
      )}
      {selected && (
        <StateCard
          key={selected.id}
          node={selected}
          other={others.find(({ id }) => id !== selected.id && archive.tree.get(id) !== undefined)}
          isHead={selected.id === headId && !isReplay}
          isMarked={selected.id === markedId}
          isBusy={isBusy}
          onOpen={() => handleOpen(selected.id)}
          onMark={() => usePinned.setState({ markedId: selected.id === markedId ? null : selected.id })}
          onDeleted={() => document.getElementById(listId)?.focus()}
        />
      )}
      <output
        aria-live={wanted === '' ? 'off' : 'polite'}
        className="block shrink-0 border-t border-line px-4 py-1.5 text-label text-faint"
      >
        {wanted === ''
          ? `${formatCounted(rows.length, 'state')} in this session`
          : `${formatCount(rows.length)} of ${formatCounted(archive.tree.size, 'state')}`}
      </output>
    </>
  );
}

function listed<List>(_version: unknown, read: () => List): List {
  return read();
}

/**
 * @param text empty: no search
 * @param version a change searches again
 * @returns the last result while the next is computed
 */
function useHistorySearch(text: string, version: number): SearchResult | null {
  const [found, setFound] = useState<(SearchResult & { readonly version: number }) | null>(null);
  useEffect(() => {
    if (text === '') return undefined;
    const search = new AbortController();
    const outputsOf = async (id: string) => (archive.recordingIds.has(id) ? wholeOutputs(archive, id) : null);
    const say = (result: SearchResult) => setFound({ ...result, version });
    void searchStates(archive.tree, text, { outputsOf, say, signal: search.signal });
    return () => search.abort();
  }, [text, version]);
  return text === '' ? null : found;
}

function SearchReach({ search }: { search: SearchResult | null }) {
  const { readCount, count, unreadCount } = search ?? { readCount: 0, count: 0, unreadCount: 0 };
  const isReading = readCount + unreadCount < count;
  return (
    <p role="status" aria-label="Search coverage" className="text-label text-faint empty:-mt-2">
      {isReading &&
        `Searching long outputs: ${formatCount(readCount + unreadCount)} of ${formatCount(count)}.`}
      {!isReading && unreadCount > 0 && beginnings(unreadCount)}
    </p>
  );
}

function beginnings(count: number): string {
  return count === 1
    ? 'One run is searched only at the beginning of its output: its recording was deleted.'
    : `${formatCount(count)} runs are searched only at the beginning of their outputs: their recordings were deleted.`;
}
