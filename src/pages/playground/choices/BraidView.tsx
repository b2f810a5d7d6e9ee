// Braid view of a run's choices.
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { formatCount, formatCounted } from '#lib/format.ts';
import { BraidTree } from './BraidTree.tsx';
import { countFinishes, choiceLines, rowsOf, type BraidOrder } from './rows.ts';
import { isRunning, type Run } from '#run/run.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { TextInput } from '#ui/Field.tsx';
import { useBraid } from './use-braid.ts';

const orders = [
  { value: 'order', label: 'In order' },
  { value: 'count', label: 'Count' },
  { value: 'length', label: 'Longest' },
  { value: 'logprob', label: 'Most likely' },
] as const satisfies readonly { value: BraidOrder; label: string }[];

/** Needs the run's id as key. Memoized because it polls by itself. */
export const BraidView = memo(function BraidView({ run }: { run: Run }) {
  const { root, version } = useBraid(run);
  const [order, setOrder] = useState<BraidOrder>('order');
  const [finish, setFinish] = useState('all');
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const isReceiving = isRunning(run);
  const choices = [...run.recording.choices.values()];
  const finishes = countFinishes(choices, isReceiving);
  // A vanished reason must not filter everything out.
  const chosen = finishes.some(([name]) => name === finish) ? finish : null;
  const rows = useMemo(
    () =>
      // The trie grows in place: only its version changes.
      version === 0 ? [] : rowsOf(root, { order, finish: chosen, wanted, isReceiving }),
    [root, version, order, chosen, wanted, isReceiving],
  );
  const shown = rows.reduce((sum, row) => (row.depth === 0 ? sum + row.count : sum), 0);
  const leaves = rows.filter(({ resting }) => resting.length > 0).length;
  return (
    <div className="font-sans text-base">
      <div className="flex flex-wrap items-center gap-2 py-2">
        {finishes.length > 1 && (
          <Segmented
            aria-label="Finish reason"
            value={chosen ?? 'all'}
            onValue={setFinish}
            options={[
              { value: 'all', label: `All ${formatCount(choices.length)}` },
              ...finishes.map(([name, count]) => ({ value: name, label: `${name} ${formatCount(count)}` })),
            ]}
          />
        )}
        <Segmented aria-label="Sort branches" value={order} onValue={setOrder} options={orders} />
        <div className="min-w-36 flex-1">
          <TextInput
            aria-label="Search in choices"
            placeholder="Search in choices"
            value={search}
            onValue={setSearch}
          />
        </div>
        <CopyButton text={() => choiceLines(choices)} label="Copy all as JSONL" />
      </div>
      <p className="border-b border-line pb-1 text-label text-faint tabular-nums">
        {shown !== choices.length && `${formatCount(shown)} of `}
        {`${formatCounted(choices.length, 'choice')} · ${formatCount(leaves)} different`}
      </p>
      {rows.length > 0 || (chosen === null && wanted === '') ? (
        <BraidTree run={run} rows={rows} total={choices.length} wanted={wanted} />
      ) : (
        <p className="py-4 text-muted">No choice matches the search and the filter.</p>
      )}
    </div>
  );
});
