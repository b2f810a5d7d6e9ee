// List of open log files, with what was read and skipped.
import { useMemo, useState } from 'react';
import { formatBytes, formatCount, formatCounted } from '#lib/format.ts';
import { valueText } from '#pages/fine-tunes/charts/figure-text.ts';
import { curveLabel, curveNames, lowestPoint, namesOf, pointCount } from '#pages/fine-tunes/curves/curve.ts';
import { canFollow } from './growing-file.ts';
import { closeLogFile, followLogFile, mapColumn, setLogRole, useLogFiles } from './log-files.ts';
import { Button, IconButton, takeFocus } from '#ui/Button.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Status } from '#ui/States.tsx';
import { LogColumns, UnreadLines } from './LogColumns.tsx';
import { type ImportedRun, localPlace, type OpenLogFile } from './log-places.ts';
import { segmentsOf, type LogReport, type ReadRun } from './log-report.ts';

interface Closed {
  readonly words: string;
  /** Gives the new id. */
  readonly reopen: () => number | null;
}

export function LogFileList({ place, files }: { place: string; files: readonly OpenLogFile[] }) {
  const [closed, setClosed] = useState<readonly Closed[]>([]);
  const [returned, setReturned] = useState<number | null>(null);
  const { runs: drawn } = useLogFiles(place);
  const last = closed.at(-1);
  // First, since the list scrolls.
  const unread = files.filter(isFailed);
  const shown = [...unread, ...files.filter((file) => !isFailed(file))];
  if (files.length === 0 && last === undefined) return null;
  function closeAll() {
    const reopens = files.toReversed().map((file) => closeLogFile(place, file));
    const reopen = () => reopens.toReversed().map((again) => again())[0] ?? null;
    setClosed([...closed, { words: `${formatCounted(files.length, 'log file')} are closed.`, reopen }]);
  }
  return (
    <section aria-label="Log files">
      {files.length > 0 && (
        <p className="text-dense text-faint">
          {files.length > 1 && `${formatCounted(files.length, 'log file')}${unreadWords(unread.length)}. `}
          Read in this browser, never uploaded, and kept until you close them. Reopen a file that has grown to
          continue its curves.{' '}
          {files.length > 1 && (
            <button type="button" className="text-act hover:underline" onClick={closeAll}>
              Close all
            </button>
          )}
        </p>
      )}
      {/* Keeps charts in sight under many files. */}
      <ul className="mt-1 max-h-[40vh] overflow-y-auto border-y border-line empty:hidden" style={shadeOfMore}>
        {shown.map((file) => (
          <LogFileRow
            key={file.id}
            place={place}
            file={file}
            drawn={drawn}
            hasTwin={files.some(({ id, name }) => id !== file.id && name === file.name)}
            isReturned={file.id === returned}
            onClose={() =>
              setClosed([...closed, { words: `${file.name} is closed.`, reopen: closeLogFile(place, file) }])
            }
          />
        ))}
      </ul>
      {last !== undefined && (
        <p className="flex min-w-0 items-center gap-2 text-dense text-muted">
          <span role="status" className="truncate">
            {last.words}
          </span>
          <Button
            look="quiet"
            onClick={() => {
              setClosed(closed.slice(0, -1));
              setReturned(last.reopen());
            }}
          >
            Undo
          </Button>
        </p>
      )}
    </section>
  );
}

/** At the lower edge; the end of the list covers it. */
const shadeOfMore = {
  background:
    'linear-gradient(var(--bg), var(--bg)) bottom / 100% 1rem no-repeat local, linear-gradient(transparent, var(--line)) bottom / 100% 1rem no-repeat',
};

function isFailed({ state }: OpenLogFile): boolean {
  return state.kind === 'failed';
}

function unreadWords(count: number): string {
  return count === 0 ? '' : `, ${formatCount(count)} not read`;
}

interface LogFileRowProps {
  place: string;
  file: OpenLogFile;
  /** Of all files. */
  drawn: readonly ImportedRun[];
  /** Another file has its name: only the names of the runs tell them apart. */
  hasTwin: boolean;
  /** By Undo: it gets the focus. */
  isReturned: boolean;
  onClose: () => void;
}

function LogFileRow({ place, file, drawn, hasTwin, isReturned, onClose }: LogFileRowProps) {
  const { id, name, size, state, role, isFollowed, isGone, isStored } = file;
  const isReading = state.kind === 'reading' || state.kind === 'waiting';
  return (
    <li aria-label={name} className="border-b border-line py-1.5 last:border-b-0">
      <div className="grid min-h-control grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 tablet:grid-cols-[15rem_minmax(0,1fr)_auto]">
        <span className="truncate font-mono text-dense" title={name}>
          {name}
        </span>
        <span className="order-last col-span-2 flex flex-wrap gap-x-2 text-dense text-muted tablet:order-none tablet:col-span-1">
          {state.kind === 'waiting' && <Status tone="none">waiting, {formatBytes(size)}</Status>}
          {state.kind === 'reading' && <Progress name={name} size={size} {...state} />}
          {state.kind === 'read' && <Outcome report={state.report} />}
          {isGone && (
            <Status tone="warn">not found on disk{isFollowed && '; read on once it is back'}</Status>
          )}
          {!isStored && <span>Not stored: open it again after a reload.</span>}
          {state.kind === 'failed' && (
            <span role="alert" className="flex flex-wrap gap-x-2">
              <Status tone="bad">not read</Status>
              <span className="wrap-anywhere">{state.message}</span>
            </span>
          )}
        </span>
        <span className="flex items-center gap-1">
          {state.kind === 'read' && canFollow() && (
            <Button
              look="quiet"
              title={followHint}
              onClick={() => void followLogFile(place, id, !isFollowed)}
            >
              {isFollowed ? 'Following' : 'Follow'}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
          <IconButton
            ref={isReturned ? takeFocus : undefined}
            icon="cross"
            label={isReading ? `Stop reading ${name}` : `Close ${name}`}
            onClick={onClose}
          />
        </span>
      </div>
      {state.kind === 'read' && (
        <>
          {place !== localPlace && state.report.runs.length > 0 && role !== 'undecided' && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
              <Segmented
                options={roles}
                value={role}
                onValue={(next) => setLogRole(place, id, next)}
                aria-label={`Use ${name} as`}
              />
              <span className="text-dense text-muted">{roleWords[role]}</span>
            </div>
          )}
          <RunValues report={state.report} drawn={drawn} isNamed={hasTwin} />
          <LogColumns
            name={name}
            columns={state.report.columns}
            isOpen={state.report.runs.length === 0}
            onRole={(key, next) => void mapColumn(place, id, key, next)}
          />
          {state.report.notes.length > 0 && (
            <ul className="text-dense text-muted">
              {state.report.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
          {state.report.unreadCount > 0 && (
            <UnreadLines count={state.report.unreadCount} lines={state.report.unread} />
          )}
        </>
      )}
    </li>
  );
}

const followHint =
  'Keeps reading as the file grows. Your browser may ask you to choose the file again to allow this.';

const roles = [
  { value: 'own', label: 'Log of this job' },
  { value: 'over', label: 'Another run' },
] as const;

const roleWords = {
  own: 'Its points count towards this job’s curves, alerts, best checkpoint and time left.',
  over: 'It is overlaid on this job’s curves and changes nothing else.',
} as const;

type Reading = Extract<OpenLogFile['state'], { kind: 'reading' }>;

function Progress({ name, size, bytes, points }: Pick<OpenLogFile, 'name' | 'size'> & Reading) {
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
  const points = pointCount(segmentsOf(report));
  const names = namesOf(report.runs.map(({ curves }) => curves)).map((name) => curveLabel(name));
  if (points === 0) {
    const hasCurve = report.columns.some(({ role }) => curveNames.some((name) => name === role));
    return (
      <>
        <Status tone="warn">no curve</Status>
        <span>
          {!hasCurve
            ? 'No loss, learning rate or gradient norm was recognized.'
            : report.unreadCount > 0
              ? 'No line of a curve was understood.'
              : 'Its curves have no values yet.'}{' '}
          It was read as {report.format}.{report.columns.length > 0 && ' Assign its columns below.'}
        </span>
      </>
    );
  }
  return (
    <span>
      {report.format}: {formatCounted(report.runs.length, 'run')}, {formatCounted(points, 'point')} of{' '}
      {names.join(', ')} in {formatCounted(report.lines, 'line')}
      {report.otherLines > 0 && `, ${formatCount(report.otherLines)} without figures`}
    </span>
  );
}

const maxRuns = 8;

interface RunValuesProps {
  report: LogReport;
  drawn: readonly ImportedRun[];
  isNamed: boolean;
}

function RunValues({ report: { runs }, drawn, isNamed }: RunValuesProps) {
  const lines = useMemo(
    () =>
      runs.slice(0, maxRuns).map((run) => ({
        label: drawn.find(({ parts }) => parts.includes(run.curves))?.label ?? run.label,
        words: wordsOf(run),
      })),
    [runs, drawn],
  );
  if (lines.length === 0) return null;
  return (
    <ul className="text-dense text-muted">
      {lines.map(({ label, words }) => (
        <li key={label}>
          {(isNamed || runs.length > 1) && label !== '' && <span className="text-text">{label}: </span>}
          {words}
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ curves }: ReadRun): string {
  const words = [...curves.curves].flatMap(([name, segments]) => {
    const last = segments.at(-1);
    const [step, value] = [last?.steps.at(-1), last?.values.at(-1)];
    if (step === undefined || value === undefined) return [];
    const end = `${curveLabel(name)} ${valueText(value)} at step ${formatCount(step)}`;
    const lowest = name === 'eval loss' ? lowestPoint(segments) : null;
    return [
      lowest === null ? end : `${end}, lowest ${valueText(lowest.value)} at step ${formatCount(lowest.step)}`,
    ];
  });
  return `Last: ${words.join('; ')}.`;
}
