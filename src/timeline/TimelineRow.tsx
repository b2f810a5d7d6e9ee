// One row of a timeline, wide in columns or narrow in two lines.
import type { ReactNode } from 'react';
import { formatDuration } from '#lib/format.ts';
import { agoWords, clockWords } from '#lib/time-words.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import type { Entry, LevelWord } from './entry.ts';
import type { EntryRow, FoldRow, Row } from './rows.ts';

interface TimelineRowProps {
  row: Row;
  nowMs: number;
  isNarrow: boolean;
  hasLevels: boolean;
}

/** The cells of a row; the row itself, with its place and its state, is the list's. */
export function TimelineRow(props: TimelineRowProps) {
  const { row } = props;
  if (row.kind === 'gap') return <Line isItalic>{`${formatDuration(row.durationMs)} without an event`}</Line>;
  if (row.kind === 'day') return <Line>{row.words}</Line>;
  return props.isNarrow ? <NarrowRow {...props} row={row} /> : <WideRow {...props} row={row} />;
}

interface ToldRowProps extends TimelineRowProps {
  row: EntryRow | FoldRow;
}

function WideRow({ row, nowMs, hasLevels }: ToldRowProps) {
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

function NarrowRow({ row, nowMs, hasLevels }: ToldRowProps) {
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

/** The time of day; what is no time is shown as it came. */
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
  /** Where there is no room for both beside each other, they stand in two places. */
  part?: 'both' | 'icon' | 'word';
}

/** The icon is nothing to who hears the page: the word says it. */
export function LevelMark({ level, part = 'both' }: LevelMarkProps) {
  const [icon, colour] = looks[level] ?? ['ring', 'text-faint'];
  const isPlain = level === 'info' || level === 'none';
  return (
    <span className={`inline-flex items-center gap-1 ${part === 'both' ? 'min-w-0' : 'shrink-0'}`}>
      {part !== 'word' && <Icon name={icon} className={colour} />}
      {part !== 'icon' && (
        <span className={`truncate ${isPlain ? 'text-muted' : colour}`}>
          {level === 'none' ? '—' : level}
        </span>
      )}
    </span>
  );
}
