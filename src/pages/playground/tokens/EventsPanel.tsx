// Raw events panel; recording export, import, replay.
import { memo, useState } from 'react';
import { connectionName } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { formatCount, formatCounted, formatKnown, formatTenths, noValue } from '#lib/format.ts';
import { useEventTexts } from './sent-token.ts';
import { stallBefore } from './stalls.ts';
import { playRecording, recordRun, readRecording } from '#run/recording-file.ts';
import { exportRun } from '#run/saved-runs.ts';
import { useRun, useRunClock, runStore } from '#run/run-store.ts';
import { type Run, isRunning } from '#run/run.ts';
import { IconButton, Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { Empty } from '#ui/States.tsx';
import { toVisibleToken } from '#ui/visible-text.ts';
import { RowGrid } from './RowGrid.tsx';

const readingMs = 200;

const lineLength = 200;

const heads = [
  { label: '#', isNumber: true },
  { label: 'at ms', isNumber: true },
  { label: 'gap ms', isNumber: true },
  { label: 'data', isNumber: false },
] as const;

const columns = '2.3125rem 3.5rem 4rem minmax(0,1fr)';

export const EventsPanel = memo(function EventsPanel() {
  const run = useRun();
  useRunClock(run, readingMs);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RecordingBar run={run} />
      {run === null || (run.recording.events.length === 0 && endingDataOf(run) === null) ? (
        <div className="p-4">
          <Empty title="No events yet">
            <p>Each event of the answer appears here as received, with its time.</p>
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
  const ending = endingDataOf(run);
  const texts = useEventTexts(events);
  const [opened, setOpened] = useState<number | null>(null);
  const ignored = describeCounts(counts);
  return (
    <>
      <RowGrid
        label="Events"
        heads={heads}
        columns={columns}
        rowCount={length + (ending === null ? 0 : 1)}
        cells={(row) => (row === length && ending !== null ? endingCells(run, ending) : cellsOf(run, row))}
        selected={opened}
        onSelect={setOpened}
      />
      {opened !== null && (
        <EventDetail
          number={opened}
          text={(opened === length ? ending : events.texts[opened]) ?? ''}
          onClose={() => setOpened(null)}
        />
      )}
      <p className="shrink-0 border-t border-line px-4 py-1.5 text-label text-faint low:py-0">
        {[
          formatCounted(length, 'event'),
          ...(ending === null ? [] : ['then the one that ended the run']),
          ...ignored,
          ...textWords[texts],
        ].join(' · ')}
      </p>
    </>
  );
}

const textWords = {
  there: [],
  loading: ['reading their data…'],
  unreadable: ['their data cannot be read'],
} as const;

function cellsOf({ recording }: Run, row: number) {
  const { times, texts } = recording.events;
  const atMs = times.at(row);
  const gapMs = row === 0 ? null : atMs - times.at(row - 1);
  return [
    row + 1,
    formatTenths(atMs),
    gapMs !== null && stallBefore(times, row) !== null ? (
      <span key="gap" className="text-warn">
        pause {formatCount(gapMs)}
      </span>
    ) : (
      formatKnown(gapMs, formatTenths)
    ),
    <bdi key="data" className="font-mono text-muted">
      {toVisibleToken(newPart(texts[row] ?? '', texts[row - 1] ?? '').slice(0, lineLength))}
    </bdi>,
  ];
}

/** Of the event that ended the run and is no part of its text: an error, or one that cannot be read. */
function endingDataOf({ state }: Run): string | null {
  return state.phase === 'ended' ? (state.error?.eventData ?? null) : null;
}

function endingCells({ state, recording: { events } }: Run, data: string) {
  const atMs = state.phase === 'ended' ? state.endedMs : 0;
  return [
    events.length + 1,
    formatTenths(atMs),
    events.length === 0 ? noValue : formatTenths(atMs - events.times.at(events.length - 1)),
    <bdi key="data" className="font-mono text-bad">
      {toVisibleToken(data.slice(0, lineLength))}
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

const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  comments: ['comment (keep-alive)', 'comments (keep-alive)'],
  junkLines: ['line with an unknown field', 'lines with an unknown field'],
  invalidUtf8: ['invalid UTF-8 sequence', 'invalid UTF-8 sequences'],
  ignoredEvents: ['event without data', 'events without data'],
  afterDone: ['event after [DONE]', 'events after [DONE]'],
  unterminated: ['event without its end', 'events without their end'],
  unrecognised: ['event that is not a completion', 'events that are not completions'],
  misfits: ['field of a wrong type', 'fields of a wrong type'],
  unequalLogprobs: ['logprobs list of a wrong length', 'logprobs lists of a wrong length'],
  unreadableUsage: ['unreadable usage', 'unreadable usages'],
  usageSumDiffers: ['usage whose sum differs', 'usages whose sum differs'],
};

export function describeCounts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(words).flatMap(([name, [one, many]]) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
}

/** After an ellipsis, from the first field that differs, or its text: a narrow row shows little more. */
export function newPart(text: string, before: string): string {
  let same = 0;
  while (same < text.length && text[same] === before[same]) same += 1;
  const field =
    same === text.length ? 0 : Math.max(text.lastIndexOf(',"', same), text.lastIndexOf('{"', same));
  if (field <= 0) return text;
  const textAt = text.indexOf('"text":', field);
  return `…${text.slice(textAt === -1 ? field + 1 : textAt)}`;
}

/** Larger than any answer. */
const maxBytes = 256 * 1_024 * 1_024;

/** Sends nothing. */
function RecordingBar({ run }: { run: Run | null }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const name = useConnections(({ profiles }) => connectionName(profiles, run?.connectionId ?? ''));
  const recorded = run && recordRun(run, name);
  const running = isRunning(run);

  async function handleFile(file: File) {
    const reading =
      file.size > maxBytes
        ? { ok: false as const, message: 'The file has more than 256 MiB, so it was not read.' }
        : await readRecording(file);
    if (!reading.ok) setFailure(reading.message);
    else if (!runStore.show(reading.run)) setFailure('A run has started; open the recording after it ends.');
  }

  function handleFiles(file: File) {
    setFailure(null);
    setReading(true);
    handleFile(file)
      .catch(() => setFailure('The file could not be read.'))
      .finally(() => setReading(false));
  }

  function handleExport(ended: Run) {
    setFailure(null);
    exportRun(ended).catch(() => setFailure('The recording could not be written.'));
  }

  return (
    <div className="grid shrink-0 gap-2 px-4 py-3 low:py-1.5">
      <div className="flex flex-wrap gap-2">
        <Button disabled={recorded === null} onClick={() => run && handleExport(run)}>
          Export recording
        </Button>
        <FileButton
          label="Recording file"
          accept=".json,application/json"
          disabled={running || isReading}
          onFiles={([file]) => handleFiles(file)}
        >
          {isReading ? 'Reading…' : 'Open recording'}
        </FileButton>
        {[1, 20].map((speed) => (
          <Button
            key={speed}
            disabled={recorded === null}
            onClick={() => recorded && playRecording(runStore, recorded, speed)}
          >
            Replay {speed}×
          </Button>
        ))}
      </div>
      {failure !== null && (
        <p role="alert" className="text-dense text-bad">
          {failure}
        </p>
      )}
    </div>
  );
}
