// Every event of a run as it stood on the wire, with its time.
import { memo, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import type { Run } from '#pages/playground/run.ts';
import { stallBefore } from '#pages/playground/tokens/stalls.ts';
import { toVisibleToken } from '#pages/playground/tokens/visible-text.ts';
import { useRun, useRunClock } from '#pages/playground/use-run.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { IconButton } from '#ui/Button.tsx';
import { Empty } from '#ui/States.tsx';
import { describeCounts, newPart } from './event-facts.ts';
import { RecordingBar } from './RecordingBar.tsx';
import { RowGrid } from './RowGrid.tsx';

/** Milliseconds between two readings while events arrive. */
const readingMs = 200;

/** Characters of an event that a row shows; the panel is narrower than that. */
const lineLength = 200;

const heads = [
  { label: '#', isNumber: true },
  { label: 'at ms', isNumber: true },
  { label: 'gap ms', isNumber: true },
  { label: 'data', isNumber: false },
] as const;

const columns = '2.125rem 3rem 4rem minmax(0,1fr)';

/** Of the newest run. */
export const EventsPanel = memo(function EventsPanel() {
  const run = useRun();
  useRunClock(run, readingMs);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RecordingBar run={run} />
      {run === null || run.recording.events.length === 0 ? (
        <div className="p-4">
          <Empty title="No events yet">
            <p>Each event of an answer will be a row here, as it stood on the wire, with its time.</p>
          </Empty>
        </div>
      ) : (
        <EventTable key={run.id} run={run} />
      )}
    </div>
  );
});

function EventTable({ run }: { run: Run }) {
  const { events, counts } = run.recording;
  const { length } = events;
  const [opened, setOpened] = useState<number | null>(null);
  const ignored = describeCounts(counts);
  return (
    <>
      <RowGrid
        label="Events"
        heads={heads}
        columns={columns}
        rowCount={length}
        cells={(row) => cellsOf(run, row)}
        selected={opened}
        onSelect={setOpened}
      />
      {opened !== null && (
        <EventDetail number={opened} text={events.texts[opened] ?? ''} onClose={() => setOpened(null)} />
      )}
      <p className="shrink-0 border-t border-line px-4 py-1.5 text-label text-faint">
        {[`${formatCount(length)} ${length === 1 ? 'event' : 'events'}`, ...ignored].join(' · ')}
      </p>
    </>
  );
}

function cellsOf({ recording }: Run, row: number) {
  const { times, texts } = recording.events;
  const atMs = times.at(row);
  const gapMs = row === 0 ? null : atMs - times.at(row - 1);
  return [
    row + 1,
    atMs.toFixed(1),
    gapMs !== null && stallBefore(times, row) !== null ? (
      <span key="gap" className="text-warn">
        stall {formatCount(gapMs)}
      </span>
    ) : (
      (gapMs?.toFixed(1) ?? '–')
    ),
    <bdi key="data" className="font-mono text-muted">
      {toVisibleToken(newPart(texts[row] ?? '', texts[row - 1] ?? '').slice(0, lineLength))}
    </bdi>,
  ];
}

function EventDetail({ number, text, onClose }: { number: number; text: string; onClose: () => void }) {
  return (
    <section
      aria-label={`Event ${number + 1}`}
      className="flex max-h-2/5 shrink-0 flex-col border-t border-line"
    >
      <div className="flex items-center justify-between py-1 pr-2 pl-4 text-dense text-muted">
        Event {number + 1}
        <span className="flex">
          <CopyButton text={() => text} />
          <IconButton icon="cross" label="Close event" onClick={onClose} />
        </span>
      </div>
      <pre className="min-h-0 overflow-y-auto px-4 pb-3 font-mono text-dense wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  );
}
