// Data rows before a run.
import { useEffect, useId, useMemo, useState } from 'react';
import { replaceDraft, useDraft } from '#draft/draft-store.ts';
import { emptyDraft } from '#draft/draft.ts';
import type { Template } from '#draft/template.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { DataTable } from '#table/DataTable.tsx';
import type { Column } from '#table/column.ts';
import { emptyState, type TableState } from '#table/table-state.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { type DataSet, delimiters } from './data-set.ts';
import { sizeLimit, useData, closeData, openData } from './data-store.ts';
import { useSetup } from './setup-store.ts';

export function DataPreview({ template }: { template: Template }) {
  const { data, isReading, failure } = useData();
  if (data === null) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto p-6">
        {isReading ? (
          <Loading rows={6} label="Reading data" />
        ) : (
          <Empty title="Run the prompt over your rows" act={<OpenData isMain />}>
            <p>
              A CSV, JSONL or JSON file of at most {sizeLimit} fills the variables of the prompt; every row
              gets its answer. Drop it here, open it, or paste rows.
            </p>
            <p>The file stays in your browser. Only the filled prompts are sent, after you press Start.</p>
          </Empty>
        )}
        {failure !== null && (
          <p role="alert" className="mt-4 max-w-prose text-bad">
            {failure}
          </p>
        )}
      </div>
    );
  }
  return (
    <>
      <DataSource data={data} />
      <Rows key={data.columns.join('\n')} data={data} template={template} />
    </>
  );
}

interface PreviewRow {
  readonly index: number;
  readonly values: readonly string[];
}

const row = { getId: ({ index }: PreviewRow) => String(index) };

function Rows({ data, template }: { data: DataSet; template: Template }) {
  const state = useState<TableState>(emptyState);
  const rows = useMemo(() => data.rows.map((values, index) => ({ index, values })), [data]);
  const usedText = template.names.join('\n');
  const columns = useMemo(() => {
    const used = new Set(usedText.split('\n'));
    const number: Column<PreviewRow> = {
      id: 'row',
      head: 'Row',
      kind: 'number',
      width: 72,
      value: ({ index }) => index + 1,
    };
    return [
      number,
      ...data.columns.map((name, at): Column<PreviewRow> => ({
        id: `in${at}`,
        head: used.has(name) ? `{{${name}}}` : name,
        kind: 'text',
        width: 220,
        value: ({ values }) => values[at],
      })),
    ];
  }, [data, usedText]);
  return <DataTable canExport={false} label="rows" rows={rows} columns={columns} row={row} state={state} />;
}

function DataSource({ data }: { data: DataSet }) {
  const source = useData((state) => state.source);
  const failure = useData((state) => state.failure);
  const isUnkept = useData((state) => state.isUnkept);
  return (
    <div className="shrink-0 border-b border-line px-4 py-2 text-dense">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 truncate">
          <span className="font-strong">{source?.name || 'Pasted rows'}</span>
          <span className="text-muted">
            {' '}
            · {data.kind} · {formatCounted(data.rows.length, 'row')} ·{' '}
            {formatCounted(data.columns.length, 'column')}
          </span>
        </p>
        {data.delimiter !== null && source !== null && (
          <label className="inline-flex items-center gap-1.5 text-muted">
            delimiter
            <Select
              value={data.delimiter}
              onValue={(delimiter) => openData({ ...source, delimiter })}
              options={
                delimiters.some(({ value }) => value === data.delimiter)
                  ? delimiters
                  : [...delimiters, { value: data.delimiter }]
              }
            />
          </label>
        )}
        <span className="flex-1" />
        <OpenData />
        <Button look="quiet" onClick={closeData}>
          Close
        </Button>
      </div>
      {isUnkept && (
        <p role="status" className="mt-1 text-warn">
          These rows are not stored: open them again after a reload.
        </p>
      )}
      {data.problemCount > 0 && (
        <div role="status">
          <Problems data={data} />
        </div>
      )}
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
      <summary>{formatCounted(problemCount, 'problem')} while reading; the rest was loaded</summary>
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

function OpenData({ isMain = false }: { isMain?: boolean }) {
  const isReading = useData((state) => state.isReading);
  const [isPasting, setPasting] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <FileButton
          label="Data file"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json"
          look={isMain ? 'primary' : 'plain'}
          disabled={isReading}
          title={`CSV, JSONL or JSON, up to ${sizeLimit}`}
          onFiles={([file]) => openData({ content: file, name: file.name, delimiter: '' })}
        >
          {isReading ? 'Reading…' : 'Open data'}
        </FileButton>
        <Button onClick={() => setPasting(true)}>Paste rows</Button>
        {isMain && <Button onClick={fillExample}>Try an example</Button>}
      </div>
      {isPasting && (
        <Dialog title="Paste rows" isWide onClose={() => setPasting(false)}>
          <PastedRows onUsed={() => setPasting(false)} />
        </Dialog>
      )}
    </>
  );
}

const exampleRows = `hero,animal
Bella,fox
Viktor,rabbit
Greta,bear
Lena,owl
Igor,frog
Zebulon,mouse`;

/** Its check passes where the tale goes on about its hero; the last name is rare. */
function fillExample(): void {
  const { model } = useDraft.getState().draft;
  const prompt = 'Once upon a time there was a {{animal}} named {{hero}}.';
  replaceDraft(
    { ...emptyDraft, model, prompt, numbers: { max_tokens: '40' } },
    { how: 'example', isSent: false },
  );
  useSetup.setState({ check: { kind: 'contains', column: 'hero', isCaseSensitive: false, isJson: false } });
  openData({ content: exampleRows, name: 'example.csv', delimiter: '' });
}

function PastedRows({ onUsed }: { onUsed: () => void }) {
  const [text, setText] = useState('');
  const id = useId();

  useEffect(() => document.getElementById(id)?.focus(), [id]);

  return (
    <>
      <TextArea
        id={id}
        aria-label="Rows"
        value={text}
        onValue={setText}
        placeholder={'name,place\nMia,forest'}
        rows={14}
      />
      <div className="mt-3 flex items-center justify-between gap-3">
        <p className="text-dense text-muted">
          CSV with a header row, one JSON object per line, or a JSON array.
        </p>
        <Button
          look="primary"
          disabled={text.trim() === ''}
          onClick={() => {
            openData({ content: text, name: '', delimiter: '' });
            onUsed();
          }}
        >
          Use these rows
        </Button>
      </div>
    </>
  );
}
