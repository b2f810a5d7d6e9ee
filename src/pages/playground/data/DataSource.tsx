// One line about the data that is open: its name and size, how it was read, what was left out.
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { controlLook } from '#ui/TextInput.tsx';
import type { DataSet } from './data-set.ts';
import { closeData, openData, useData } from './data-store.ts';
import { OpenData } from './OpenData.tsx';
import { delimiters } from './delimiters.ts';

/** The delimiter can be chosen where it was found wrongly. */
export function DataSource({ data }: { data: DataSet }) {
  const source = useData((state) => state.source);
  const failure = useData((state) => state.failure);
  return (
    <div className="shrink-0 border-b border-line px-4 py-2 text-dense">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 truncate">
          <span className="font-strong">{source?.name || 'Pasted rows'}</span>
          <span className="text-muted">
            {' '}
            · {data.kind} · {counted(data.rows.length, 'row')} · {counted(data.columns.length, 'column')}
          </span>
        </p>
        {data.delimiter !== null && source !== null && (
          <label className="inline-flex items-center gap-1.5 text-muted">
            separated by
            <select
              value={data.delimiter}
              onChange={(event) => openData({ ...source, delimiter: event.currentTarget.value })}
              className={controlLook}
            >
              {delimiters.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
              {!delimiters.some(({ value }) => value === data.delimiter) && (
                <option value={data.delimiter}>{data.delimiter}</option>
              )}
            </select>
          </label>
        )}
        <span className="flex-1" />
        <OpenData />
        <Button look="quiet" onClick={closeData}>
          Close
        </Button>
      </div>
      {data.problemCount > 0 && <Problems data={data} />}
      {failure !== null && (
        <p role="alert" className="mt-1 text-bad">
          {failure}
        </p>
      )}
    </div>
  );
}

function Problems({ data }: { data: DataSet }) {
  const { problems, problemCount } = data;
  const where = data.kind === 'JSON' ? 'Element' : 'Line';
  return (
    <details className="mt-1 text-warn">
      <summary>
        {formatCount(problemCount)} {problemCount === 1 ? 'problem' : 'problems'} while reading; the rest was
        loaded
      </summary>
      <ul aria-label="Problems" className="mt-1 max-h-32 overflow-y-auto text-muted">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line !== null && `${where} ${formatCount(line)}: `}
            {message}
          </li>
        ))}
        {problemCount > problems.length && <li>and {formatCount(problemCount - problems.length)} more</li>}
      </ul>
    </details>
  );
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
