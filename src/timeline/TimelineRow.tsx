// Timeline row, wide or narrow, and the details of an entry.
import { type ReactNode, useMemo } from 'react';
import { formatDuration, noValue } from '#lib/format.ts';
import { agoWords, clockWords, dateTimeWords } from '#lib/dates.ts';
import { IconButton } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import type { Entry, LevelWord } from './entry.ts';
import type { EntryRow, FoldRow, Row } from './rows.ts';

interface TimelineRowProps {
  /** Plural: `events`. */
  label: string;
  row: Row;
  nowMs: number;
  isNarrow: boolean;
  hasLevels: boolean;
}

/** The cells; the list makes the row itself. */
export function TimelineRow(props: TimelineRowProps) {
  const { row } = props;
  if (row.kind === 'gap')
    return <Line isItalic>{`${formatDuration(row.durationMs)} without ${props.label}`}</Line>;
  if (row.kind === 'day') return <Line>{row.words}</Line>;
  return props.isNarrow ? <NarrowRow {...props} row={row} /> : <WideRow {...props} row={row} />;
}

interface RowLayoutProps extends Omit<TimelineRowProps, 'label'> {
  row: EntryRow | FoldRow;
}

function WideRow({ row, nowMs, hasLevels }: RowLayoutProps) {
  const entry = shownEntry(row);
  const columns = hasLevels
    ? 'grid-cols-[5rem_5.5rem_5rem_11rem_minmax(0,1fr)_5rem]'
    : 'grid-cols-[5rem_5.5rem_7rem_minmax(0,1fr)_5rem]';
  return (
    <div className={`grid h-full items-center gap-2 px-2 ${columns}`}>
      <Cell>
        <Time entry={entry} />
      </Cell>
      <Cell isFaint isNumber>
        {deltaWords(row.deltaMs)}
      </Cell>
      {hasLevels && (
        <Cell>
          <LevelMark level={entry.level} />
        </Cell>
      )}
      <Cell isFaint title={entry.type}>
        {entry.type || 'no type'}
      </Cell>
      <Cell title={messageOf(row)}>
        <Message row={row} />
      </Cell>
      <Cell isFaint isNumber>
        {entry.timeMs === null ? '' : agoWords(entry.timeMs, nowMs)}
      </Cell>
    </div>
  );
}

function NarrowRow({ row, nowMs, hasLevels }: RowLayoutProps) {
  const entry = shownEntry(row);
  return (
    <div className="flex h-full flex-col justify-center px-2">
      <div role="gridcell" title={messageOf(row)} className="flex min-w-0 items-center gap-1">
        {hasLevels && <LevelMark level={entry.level} part="icon" />}
        <Message row={row} />
      </div>
      <div className="flex min-w-0 gap-2 text-label text-faint">
        <span role="gridcell" className="shrink-0">
          <Time entry={entry} />
        </span>
        <span role="gridcell" className="shrink-0 tabular-nums">
          {deltaWords(row.deltaMs)}
        </span>
        {hasLevels && (
          <span role="gridcell" className="shrink-0">
            <LevelMark level={entry.level} part="word" />
          </span>
        )}
        <Cell>{entry.type || 'no type'}</Cell>
        <span role="gridcell" className="ml-auto shrink-0 tabular-nums">
          {entry.timeMs === null ? '' : agoWords(entry.timeMs, nowMs)}
        </span>
      </div>
    </div>
  );
}

function Message({ row }: { row: EntryRow | FoldRow }) {
  const isIndented = row.kind === 'entry' && row.isInFold;
  const text = messageOf(row);
  return (
    <span className={`flex min-w-0 items-center gap-1 ${isIndented ? 'pl-4' : ''}`}>
      {row.kind === 'fold' && (
        <Icon name="chevronDown" className={row.isOpen ? 'text-muted' : '-rotate-90 text-muted'} />
      )}
      <span className={`truncate ${text === '' ? 'text-faint' : ''}`}>{text || 'no message'}</span>
      {row.kind === 'fold' && <span className="shrink-0 text-muted">{foldWords(row)}</span>}
    </span>
  );
}

/** An unreadable time is shown as sent. */
function Time({ entry: { timeMs, timeText } }: { entry: Entry }) {
  if (timeMs === null) return <span title={`Unreadable time: “${timeText}”`}>{timeText || 'no time'}</span>;
  return (
    <time dateTime={new Date(timeMs).toISOString()} title={timeText} className="font-mono">
      {clockWords(timeMs)}
    </time>
  );
}

function Cell(props: { isFaint?: boolean; isNumber?: boolean; title?: string; children: ReactNode }) {
  const { isFaint = false, isNumber = false, title, children } = props;
  return (
    <span
      role="gridcell"
      title={title}
      className={`min-w-0 truncate ${isFaint ? 'text-faint' : ''} ${isNumber ? 'text-right tabular-nums' : ''}`}
    >
      {children}
    </span>
  );
}

function Line({ isItalic = false, children }: { isItalic?: boolean; children: string }) {
  return (
    <div className="flex h-full items-center justify-center border-b border-dashed border-line text-faint">
      <span role="gridcell" className={isItalic ? 'italic' : 'font-medium'}>
        {children}
      </span>
    </div>
  );
}

function shownEntry(row: EntryRow | FoldRow): Entry {
  return row.kind === 'fold' ? row.last : row.entry;
}

function messageOf(row: EntryRow | FoldRow): string {
  return row.kind === 'fold' ? row.message : row.entry.message;
}

function foldWords({ entries, first, last }: FoldRow): string {
  const count = `× ${entries.length}`;
  if (first.timeMs === null || last.timeMs === null) return count;
  return `${count}, ${clockWords(first.timeMs)} to ${clockWords(last.timeMs)}`;
}

function deltaWords(deltaMs: number | null): string {
  if (deltaMs === null) return '';
  return deltaMs < 0 ? `−${formatDuration(-deltaMs)}` : `+${formatDuration(deltaMs)}`;
}

const looks: Readonly<Record<string, readonly [IconName, string]>> = {
  info: ['full', 'text-muted'],
  warning: ['warning', 'text-warn'],
  error: ['cross', 'text-bad'],
};

interface LevelMarkProps {
  level: LevelWord;
  /** In narrow rows icon and word are apart. */
  part?: 'both' | 'icon' | 'word';
}

/** The icon is hidden from screen readers. */
function LevelMark({ level, part = 'both' }: LevelMarkProps) {
  const [icon, colour] = looks[level] ?? ['ring', 'text-faint'];
  const isPlain = level === 'info' || level === 'none';
  return (
    <span className={`inline-flex items-center gap-1 ${part === 'both' ? 'min-w-0' : 'shrink-0'}`}>
      {part !== 'word' && <Icon name={icon} className={colour} />}
      {part !== 'icon' && (
        <span className={`truncate ${isPlain ? 'text-muted' : colour}`}>
          {level === 'none' ? noValue : level}
        </span>
      )}
    </span>
  );
}

interface EntryDetailProps {
  entry: Entry;
  hasLevels: boolean;
  acts?: ReactNode;
  onClose: () => void;
}

/** The address names the open entry, so the copied link leads here. */
export function EntryDetail({ entry, hasLevels, acts, onClose }: EntryDetailProps) {
  const { timeMs, timeText, level, type, message, raw } = entry;
  // The page renders every second.
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
            : `${dateTimeWords(timeMs)} here, sent as ${timeText}`}
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

/** Time as sent, level, type, message; breaks and tabs are spaces. */
export function lineOf({ timeText, level, type, message }: Entry): string {
  return [timeText || 'no time', level, type, message]
    .map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' '))
    .join('\t');
}

export function linesOf(entries: readonly Entry[]): string {
  return entries.map(lineOf).join('\n');
}
