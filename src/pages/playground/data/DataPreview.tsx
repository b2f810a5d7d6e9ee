// The rows of the data before a run: what was read, and what was left out.
import { useMemo, useState } from 'react';
import type { Column } from '#table/column.ts';
import { DataTable } from '#table/DataTable.tsx';
import { emptyState, type TableState } from '#table/table-state.ts';
import { Empty, Loading } from '#ui/States.tsx';
import type { DataSet } from './data-set.ts';
import { sizeLimit, useData } from './data-store.ts';
import { DataSource } from './DataSource.tsx';
import { OpenData } from './OpenData.tsx';
import type { Template } from '#draft/template.ts';

/** Offers the ways in while there is nothing. */
export function DataPreview({ template }: { template: Template }) {
  const { data, isReading, failure } = useData();
  if (data === null) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto p-6">
        {isReading ? (
          <Loading rows={6} label="Reading the data" />
        ) : (
          <Empty title="Run the prompt over your rows" act={<OpenData isMain />}>
            <p>
              A CSV, JSONL or JSON file of at most {sizeLimit} fills the variables of the prompt; every row
              gets its answer. Drop it here, open it, or paste rows.
            </p>
            <p>The file stays in this page: only the filled prompts are sent, and only after Start.</p>
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

const getId = ({ index }: PreviewRow) => String(index);

function Rows({ data, template }: { data: DataSet; template: Template }) {
  const [state, setState] = useState<TableState>(emptyState);
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
  return (
    <DataTable label="rows" rows={rows} columns={columns} getId={getId} state={state} onState={setState} />
  );
}
