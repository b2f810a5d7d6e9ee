// One open log file in a line: its name, its kind, what it gave.
import { formatBytes } from '#lib/bytes.ts';
import { formatCount } from '#lib/format.ts';
import { pointCount } from '#pages/fine-tunes/curves/curve.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Status } from '#ui/Status.tsx';
import type { OpenLogFile } from './log-files.ts';
import { logFormats, type LogReport } from './log-report.ts';
import { UnreadLines } from './UnreadLines.tsx';

/** Closing it takes its curves away; while it is read, that stops the reading. */
export function LogFileRow({ file, onClose }: { file: OpenLogFile; onClose: () => void }) {
  const { name, size, state } = file;
  const isReading = state.kind === 'reading' || state.kind === 'waiting';
  return (
    <li aria-label={name} className="border-b border-line py-1.5">
      {/* On a phone the words stand under the name. */}
      <div className="grid min-h-control grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 tablet:grid-cols-[15rem_minmax(0,1fr)_auto]">
        <span className="truncate font-mono text-dense" title={name}>
          {name}
        </span>
        <span className="order-last col-span-2 flex flex-wrap gap-x-2 text-dense text-muted tablet:order-none tablet:col-span-1">
          {state.kind === 'waiting' && <Status tone="none">waiting, {formatBytes(size)}</Status>}
          {state.kind === 'reading' && (
            <Progress bytes={state.bytes} size={size} points={state.points} name={name} />
          )}
          {state.kind === 'read' && <Outcome report={state.report} />}
          {state.kind === 'failed' && (
            <span role="alert" className="flex flex-wrap gap-x-2">
              <Status tone="bad">not read</Status>
              <span className="wrap-anywhere">{state.message}</span>
            </span>
          )}
        </span>
        <IconButton
          icon="cross"
          label={isReading ? `Stop reading ${name}` : `Close ${name}`}
          onClick={onClose}
        />
      </div>
      {state.kind === 'read' && <Remarks report={state.report} />}
    </li>
  );
}

function Progress({
  bytes,
  size,
  points,
  name,
}: {
  bytes: number;
  size: number;
  points: number;
  name: string;
}) {
  const share = size === 0 ? 0 : Math.min(1, bytes / size);
  return (
    <span className="flex items-center gap-2">
      <span
        role="progressbar"
        aria-label={`Reading ${name}`}
        aria-valuenow={Math.floor(share * 100)}
        className="h-1.5 w-24 overflow-hidden rounded-token bg-raised"
      >
        <span className="block h-full bg-act" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="min-w-[5ch] text-right">{Math.floor(share * 100)} %</span>
      <span>
        {formatCount(points)} points, {formatBytes(bytes)} of {formatBytes(size)}
      </span>
    </span>
  );
}

function Outcome({ report }: { report: LogReport }) {
  const points = report.runs.reduce(
    (sum, { curves }) =>
      [...curves.curves.values()].reduce((count, segments) => count + pointCount(segments), sum),
    0,
  );
  const names = [...new Set(report.runs.flatMap(({ curves }) => [...curves.curves.keys()]))];
  if (points === 0) {
    return (
      <>
        <Status tone="warn">no curve</Status>
        <span>
          Nothing in it was known as a loss, a learning rate or a gradient norm. It was read as{' '}
          {logFormats[report.format]}.
        </span>
      </>
    );
  }
  return (
    <span>
      {logFormats[report.format]}: {counted(report.runs.length, 'run')}, {counted(points, 'point')} of{' '}
      {names.join(', ')} in {counted(report.lines, 'line')}
      {report.otherLines > 0 && `, ${formatCount(report.otherLines)} without figures`}
    </span>
  );
}

function Remarks({ report }: { report: LogReport }) {
  return (
    <>
      {report.notes.length > 0 && (
        <ul className="text-dense text-muted">
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {report.unreadCount > 0 && <UnreadLines count={report.unreadCount} lines={report.unread} />}
    </>
  );
}

function counted(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}
