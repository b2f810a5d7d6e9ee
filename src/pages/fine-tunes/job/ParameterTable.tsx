// Parameter table, or the difference from another fine-tune.
import { fineTuneName } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { parameterDifferences, fieldsOf, isProbablyUnset } from './record-fields.ts';
import type { FineTuneSearch } from '#pages/fine-tunes/search.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { IconButton } from '#ui/Button.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import { useState } from 'react';
import { formatCounted } from '#lib/format.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

interface ParameterTableProps {
  fineTune: FineTune;
  all: readonly FineTune[];
  search: FineTuneSearch;
}

export function ParameterTable({ fineTune, all, search: { against } }: ParameterTableProps) {
  const other = against === undefined ? undefined : all.find(({ id }) => id === against);
  // Every parameter differs from an empty record.
  const rows = parameterDifferences(other ?? { id: '' }, fineTune);
  if (rows.length === 0) {
    return (
      <p className="text-muted">
        {other === undefined ? 'The record has no parameters.' : 'Both have the same parameters.'}
      </p>
    );
  }
  return (
    <>
      {against !== undefined && other === undefined && (
        <p className="mb-2 text-muted">{against} is not listed; only this one’s parameters are shown.</p>
      )}
      <PlainTable
        label="Parameters"
        columns={other ? [...columns, otherColumn(fineTuneName(other))] : columns}
        rows={rows}
        rowKey={({ field }) => field}
        look="w-full max-tablet:table-fixed"
      />
    </>
  );
}

type Row = ReturnType<typeof parameterDifferences>[number];

const columns: readonly PlainColumn<Row>[] = [
  {
    id: 'Parameter',
    isRowHead: true,
    // A long name must not take the values' width.
    look: 'max-tablet:w-2/5 max-tablet:wrap-anywhere',
    cellLook: 'font-mono text-muted',
    cell: ({ field }) => field,
  },
  { id: 'This one', look: 'wrap-anywhere', cell: ({ after }) => valueText(after) },
];

function otherColumn(name: string): PlainColumn<Row> {
  return { id: 'other', head: name, look: 'wrap-anywhere', cell: ({ before }) => valueText(before) };
}

interface AgainstPickerProps extends ParameterTableProps {
  changeSearch: (change: FineTuneSearch, how: 'push' | 'replace') => void;
}

export function AgainstPicker({ fineTune, all, search: { against }, changeSearch }: AgainstPickerProps) {
  const others = all.filter(({ id }) => id !== fineTune.id);
  const other = others.find(({ id }) => id === against);
  if (others.length === 0) return null;
  return (
    <>
      <Combobox
        label="Differences from"
        value={against ?? ''}
        name={other === undefined ? (against ?? '') : fineTuneName(other)}
        emptyText="Compare to…"
        groups={[
          {
            label: 'Fine-tunes',
            options: others.map((each) => ({
              value: each.id,
              label: fineTuneName(each),
              isName: true,
              detail: each.status ?? '',
            })),
          },
        ]}
        onValue={(value) => changeSearch({ against: value }, 'push')}
      />
      {against !== undefined && (
        <IconButton
          icon="cross"
          label="Show all parameters"
          onClick={() => changeSearch({ against: undefined }, 'push')}
        />
      )}
    </>
  );
}

function valueText(value: string | number | boolean | undefined) {
  if (value === undefined) return <span className="text-faint">not in the record</span>;
  if (value === '') return <span className="text-faint">empty</span>;
  return String(value);
}

/** `raw` is unparsed. */
export function RecordView({ raw }: { raw: unknown }) {
  return (
    <>
      <dl className="grid gap-x-6 tablet:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
        {fieldsOf(raw).map(({ name, about, value }) => (
          <div key={name} className="contents *:border-b *:border-line *:py-1">
            <dt className="font-mono text-dense text-muted max-tablet:border-b-0 max-tablet:pb-0">{name}</dt>
            <dd className="min-w-0 wrap-anywhere max-tablet:border-b-0 max-tablet:py-0">
              <ValueText name={name} value={value} />
            </dd>
            <dd className="text-dense text-faint">{about}</dd>
          </div>
        ))}
      </dl>
      <RawJson raw={raw} />
    </>
  );
}

/** Serialized only while open: a polled record may have thousands of events. */
function RawJson({ raw }: { raw: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const json = () => JSON.stringify(raw, null, 2);
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-muted">Raw JSON</summary>
      {isOpen && (
        <div className="mt-2">
          <CopyButton text={json} label="Copy JSON" />
          <pre className="mt-1 max-h-96 overflow-auto text-dense whitespace-pre-wrap wrap-anywhere text-muted">
            {json()}
          </pre>
        </div>
      )}
    </details>
  );
}

function ValueText({ name, value }: { name: string; value: unknown }) {
  if (name === 'events' && Array.isArray(value)) return formatCounted(value.length, 'event');
  if (isProbablyUnset(name, value)) {
    return <span className="text-faint">{JSON.stringify(value)}, probably not set</span>;
  }
  if (typeof value === 'string') return value;
  return <span className="font-mono text-dense">{JSON.stringify(value)}</span>;
}
