// One entry in full: the whole message, the time as it was sent, and the record as JSON.
import { useMemo, type ReactNode } from 'react';
import { dayWords, clockWords } from '#lib/time-words.ts';
import { IconButton } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { LevelMark } from './TimelineRow.tsx';
import type { Entry } from './entry.ts';

interface EntryDetailProps {
  entry: Entry;
  hasLevels: boolean;
  /** Further buttons beside those that copy. */
  acts?: ReactNode;
  onClose: () => void;
}

/** The address of the page names the entry while it is open, so the copied link leads here. */
export function EntryDetail({ entry, hasLevels, acts, onClose }: EntryDetailProps) {
  const { timeMs, timeText, level, type, message, raw } = entry;
  // The page draws its ages again every second.
  const json = useMemo(() => JSON.stringify(raw, null, 2) ?? '', [raw]);
  return (
    <section
      aria-label="Open entry"
      className="flex min-h-0 min-w-0 flex-col rounded-control border border-line bg-panel text-dense"
    >
      <header className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3">
        {hasLevels && <LevelMark level={level} />}
        <span className="min-w-0 flex-1 truncate font-medium">{type || 'no type'}</span>
        <IconButton icon="cross" label="Close the entry" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        <p className="text-base wrap-anywhere whitespace-pre-wrap">{message || 'No message.'}</p>
        <p className="mt-1 text-muted">
          {timeMs === null
            ? `The time is unreadable. It was sent as “${timeText}”.`
            : `${dayWords(timeMs)}, ${clockWords(timeMs)} here, sent as ${timeText}`}
        </p>
        <pre className="mt-2 wrap-anywhere whitespace-pre-wrap text-muted">{json}</pre>
      </div>
      <footer className="flex flex-wrap border-t border-line">
        {acts}
        <CopyButton label="Copy row" text={() => lineOf(entry)} />
        <CopyButton label="Copy JSON" text={() => json} />
        <CopyButton label="Copy link" text={() => location.href} />
      </footer>
    </section>
  );
}

/** Time as sent, level, type, message; breaks and tabs inside a message become spaces. */
export function lineOf({ timeText, level, type, message }: Entry): string {
  return [timeText || 'no time', level, type, message]
    .map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' '))
    .join('\t');
}

/** All entries, a line each. */
export function linesOf(entries: readonly Entry[]): string {
  return entries.map(lineOf).join('\n');
}
